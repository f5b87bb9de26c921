// The paints of ornaments, grounds and spaces, for every page that draws a board (`board.css` names them).

const PAINTS = `<svg xmlns="http://www.w3.org/2000/svg" class="paints" aria-hidden="true"><defs>
  <linearGradient id="brass" x1="0" y1="0" x2="1" y2="1">
    <stop offset="0" stop-color="#f7dfa0"/><stop offset=".35" stop-color="#c2913f"/>
    <stop offset=".6" stop-color="#e8c578"/><stop offset="1" stop-color="#8a6125"/>
  </linearGradient>
  <linearGradient id="stone" x1="0" y1="0" x2="0" y2="1">
    <stop offset="0" stop-color="#f2e8d2"/><stop offset="1" stop-color="#b9a681"/>
  </linearGradient>
  <radialGradient id="felt" cx=".5" cy=".45" r=".8">
    <stop offset="0" stop-color="#4a3140"/><stop offset=".6" stop-color="#2f2030"/><stop offset="1" stop-color="#170f1a"/>
  </radialGradient>
  <radialGradient id="lawn" cx=".5" cy=".45" r=".75">
    <stop offset="0" stop-color="#2d6148"/><stop offset=".55" stop-color="#1c4534"/><stop offset="1" stop-color="#0d251c"/>
  </radialGradient>
  <radialGradient id="water" cx=".35" cy=".4" r=".8">
    <stop offset="0" stop-color="#2a8ea0"/><stop offset=".6" stop-color="#125d74"/><stop offset="1" stop-color="#0a3548"/>
  </radialGradient>
  <radialGradient id="leaf" cx=".36" cy=".3" r=".75">
    <stop offset="0" stop-color="#6fa05a"/><stop offset=".5" stop-color="#356b3c"/><stop offset="1" stop-color="#12341f"/>
  </radialGradient>
  <radialGradient id="amber" cx=".45" cy=".3" r=".8">
    <stop offset="0" stop-color="#f0b46a"/><stop offset=".6" stop-color="#c97a2c"/><stop offset="1" stop-color="#8a4a17"/>
  </radialGradient>
  <pattern id="lattice" width="26" height="26" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <path d="M0 0H26M0 0V26" fill="none" stroke="#e6c987" stroke-width=".7" opacity=".16"/>
    <circle r="1.6" fill="#e6c987" opacity=".22"/>
  </pattern>
</defs></svg>`;

document.body.prepend(new DOMParser().parseFromString(PAINTS, "image/svg+xml").documentElement);
