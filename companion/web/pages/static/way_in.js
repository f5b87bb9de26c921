// The box's own Wi-Fi, for those who come after: a code to scan, name and password to type.
// Law: only a browser that is in this Wi-Fi is told (wifi_code.py); elsewhere nothing is shown.

/** Shown as soon as the code can be scanned. @param {HTMLElement} panel @param {HTMLImageElement} code @param {HTMLElement} says */
export async function showWifi(panel, code, says) {
  const wifi = /** @type {live.WifiNetwork | null} */ (await fetch("/wifi").then((answer) => answer.json()).catch(() => null));
  if (!wifi) return;
  code.src = "/wifi.svg";
  says.textContent = `${wifi.name} ${wifi.password}`;
  code.hidden = await code.decode().then(() => false, () => true);
  panel.hidden = false;
}
