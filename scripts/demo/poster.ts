import sharp from 'sharp';
import { createRandom } from './random';

const [width, height] = [1600, 900];
const horizon = 610;

function skyline(): string {
  const random = createRandom('skyline');
  const parts: string[] = [];
  for (let x = 0; x < width; ) {
    const [w, h] = [random.int(34, 96), random.int(26, 120)];
    if (x > 980 && x < 1240) {
      x += w;
      continue;
    }
    const roof = random.chance(0.4) ? `l${w / 2},${-random.int(12, 30)} l${w / 2},${random.int(12, 30)}` : `h${w}`;
    parts.push(`<path d="M${x},${horizon} v${-h} ${roof} V${horizon} Z" fill="#101a2b"/>`);
    for (let count = random.int(0, 4); count > 0; count -= 1) {
      const [wx, wy] = [x + random.int(6, Math.max(7, w - 14)), horizon - random.int(10, Math.max(12, h - 12))];
      parts.push(
        `<rect x="${wx}" y="${wy}" width="5" height="8" fill="#f2c66b" opacity="${0.35 + random.next() * 0.6}"/>`,
      );
    }
    x += w + random.int(0, 10);
  }
  return parts.join('');
}

function stars(): string {
  const random = createRandom('stars');
  return Array.from({ length: 150 }, () => {
    const radius = 0.6 + random.next() * 1.5;
    return `<circle cx="${random.int(0, width)}" cy="${random.int(0, 430)}" r="${radius.toFixed(1)}" fill="#dfe8ff" opacity="${(0.2 + random.next() * 0.7).toFixed(2)}"/>`;
  }).join('');
}

function water(): string {
  const random = createRandom('water');
  return Array.from({ length: 260 }, () => {
    const y = horizon + 6 + Math.round(random.next() ** 1.6 * (height - horizon));
    const near = (y - horizon) / (height - horizon);
    const inBeam = random.chance(0.45);
    const x = inBeam ? 1112 + (random.next() - 0.5) * (60 + near * 420) : random.int(0, width);
    const length = 10 + near * random.int(20, 110);
    const colour = inBeam ? '#ffdf9a' : random.pick(['#5b8cff', '#7fb4ff', '#9fd0e8']);
    const opacity = (inBeam ? 0.5 : 0.22) * (0.4 + random.next() * 0.6);
    return `<rect x="${Math.round(x - length / 2)}" y="${y}" width="${Math.round(length)}" height="${(1 + near * 2.4).toFixed(1)}" rx="1" fill="${colour}" opacity="${opacity.toFixed(2)}"/>`;
  }).join('');
}

const boat = (x: number, y: number, size: number, light: string) =>
  `<g transform="translate(${x} ${y}) scale(${size})">
    <path d="M-60,0 h120 l-16,22 h-88 Z" fill="#0a111d"/>
    <path d="M-8,0 v-92 h4 V0 Z" fill="#0a111d"/>
    <path d="M-4,-92 l58,14 -18,8 18,10 -58,10 Z" fill="#ff6b57"/>
    <rect x="14" y="-26" width="34" height="26" fill="#0d1626"/><rect x="20" y="-20" width="9" height="9" fill="${light}"/>
    <circle cx="-6" cy="-96" r="4" fill="${light}"/>
  </g>`;

const svg =
  () => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
  <defs>
    <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#070b16"/><stop offset="0.55" stop-color="#12244a"/>
      <stop offset="0.86" stop-color="#2c4f86"/><stop offset="1" stop-color="#7a6f95"/>
    </linearGradient>
    <linearGradient id="sea" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#1b3259"/><stop offset="1" stop-color="#060a14"/></linearGradient>
    <linearGradient id="beam" x1="1" y1="0" x2="0" y2="0"><stop offset="0" stop-color="#ffe9b0" stop-opacity="0.85"/><stop offset="1" stop-color="#ffe9b0" stop-opacity="0"/></linearGradient>
    <linearGradient id="back" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#ffe9b0" stop-opacity="0.6"/><stop offset="1" stop-color="#ffe9b0" stop-opacity="0"/></linearGradient>
    <radialGradient id="glow"><stop offset="0" stop-color="#fff3cf" stop-opacity="0.95"/><stop offset="1" stop-color="#fff3cf" stop-opacity="0"/></radialGradient>
  </defs>
  <rect width="${width}" height="${horizon}" fill="url(#sky)"/>
  ${stars()}
  <circle cx="250" cy="170" r="54" fill="#f4ecd6"/><circle cx="274" cy="156" r="50" fill="#0c1630"/>
  <path d="M1112,363 L0,190 V408 Z" fill="url(#beam)"/>
  <path d="M1112,363 L1600,322 V424 Z" fill="url(#back)"/>
  ${skyline()}
  <rect y="${horizon}" width="${width}" height="${height - horizon}" fill="url(#sea)"/>
  ${water()}
  <path d="M930,640 C990,560 1050,548 1112,552 C1190,548 1250,574 1310,640 Z" fill="#0b1322"/>
  <g transform="translate(1112 560) scale(0.66) translate(-1112 -560)">
  <path d="M1084,560 L1096,300 H1128 L1140,560 Z" fill="#efe9dd"/>
  <path d="M1088,480 L1091,412 H1133 L1136,480 Z M1094.600,348 L1096,318 H1128 L1129.400,348 Z" fill="#c8452f"/>
  <path d="M1112,300 h16 l12,260 h-28 Z" fill="#0b1322" opacity="0.22"/>
  <rect x="1086" y="288" width="52" height="12" rx="2" fill="#c8452f"/>
  <rect x="1097" y="240" width="30" height="48" fill="#ffe9b0"/>
  <path d="M1090,240 L1112,214 L1134,240 Z" fill="#c8452f"/>
  <circle cx="1112" cy="262" r="120" fill="url(#glow)" opacity="0.75"/>
  </g>
  ${boat(420, 712, 1.15, '#8affc1')}
  ${boat(1420, 760, 0.8, '#ff9a8a')}
  ${boat(760, 648, 0.5, '#ffd98a')}
</svg>`;

/** The game's poster: a port at night, drawn here. WebP. */
export async function drawPoster(): Promise<File> {
  const content = await sharp(Buffer.from(svg())).webp({ quality: 88 }).toBuffer();
  return new File([new Uint8Array(content)], 'poster.webp', { type: 'image/webp' });
}

/** A signal flag as picture of a team. PNG. */
export async function drawAvatar(seed: string): Promise<File> {
  const random = createRandom(seed);
  const hue = random.int(0, 359);
  const [dark, light] = [`hsl(${hue} 55% 32%)`, `hsl(${(hue + random.pick([40, 150, 180, 210])) % 360} 78% 66%)`];
  const shape = random.pick([
    `<rect x="64" width="64" height="192" fill="${light}"/>`,
    `<rect y="64" width="192" height="64" fill="${light}"/>`,
    `<circle cx="96" cy="96" r="46" fill="${light}"/>`,
    `<path d="M96,20 L172,96 L96,172 L20,96 Z" fill="${light}"/>`,
    `<path d="M0,0 L192,192 M192,0 L0,192" stroke="${light}" stroke-width="38"/>`,
    `<path d="M0,0 L110,96 L0,192 Z" fill="${light}"/>`,
    `<rect width="96" height="96" fill="${light}"/><rect x="96" y="96" width="96" height="96" fill="${light}"/>`,
    `<rect x="56" y="56" width="80" height="80" fill="${light}"/>`,
  ]);
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="192" height="192"><rect width="192" height="192" fill="${dark}"/>${shape}</svg>`;
  const content = await sharp(Buffer.from(picture)).png().toBuffer();
  return new File([new Uint8Array(content)], 'avatar.png', { type: 'image/png' });
}
