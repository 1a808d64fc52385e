// pcapng, as https://datatracker.ietf.org/doc/draft-ietf-opsawg-pcapng/ describes it, in little endian. The classic
// format has no comments.

export const blockTypes = { section: 0x0a0d0d0a, interface: 1, packet: 6 } as const;
export const byteOrderMagic = 0x1a2b3c4d;
export const ethernet = 1;
export const optionCodes = { end: 0, comment: 1, application: 4, interfaceName: 2 } as const;

/** Bytes of a packet block before its packet. */
export const packetHeadBytes = 28;
const optionBytesMax = 65_535;

const padded = (bytes: number): number => (bytes + 3) & ~3;

export interface BlockOption {
  code: number;
  value: string;
}

/** UTF-8, at most what an option holds, cut between characters. */
function optionValue(text: string): Buffer {
  const whole = Buffer.from(text);
  let end = optionBytesMax;
  while (((whole[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return whole.subarray(0, end);
}

/** The options with their end, empty for none. */
export function encodeOptions(options: readonly BlockOption[]): Buffer {
  if (options.length === 0) return Buffer.alloc(0);
  const parts = options.map(({ code, value }) => {
    const content = optionValue(value);
    const part = Buffer.alloc(4 + padded(content.length));
    part.writeUInt16LE(code, 0);
    part.writeUInt16LE(content.length, 2);
    content.copy(part, 4);
    return part;
  });
  return Buffer.concat([...parts, Buffer.alloc(4)]);
}

function encodeBlock(type: number, body: Buffer): Buffer {
  const block = Buffer.alloc(12 + body.length);
  block.writeUInt32LE(type, 0);
  block.writeUInt32LE(block.length, 4);
  body.copy(block, 8);
  block.writeUInt32LE(block.length, block.length - 4);
  return block;
}

interface FileAbout {
  application: string;
  /** Shown as the comment of the file. */
  comment: string;
  interfaceName: string;
}

/** What every file begins with: one section and one interface with Ethernet frames and times in microseconds. */
export function encodeFileHead({ application, comment, interfaceName }: FileAbout): Buffer {
  const section = Buffer.alloc(16);
  section.writeUInt32LE(byteOrderMagic, 0);
  section.writeUInt16LE(1, 4);
  // -1 in 64 bits: the length is not known in advance.
  section.fill(0xff, 8);
  const link = Buffer.alloc(8);
  link.writeUInt16LE(ethernet, 0);
  const sectionOptions = [
    { code: optionCodes.comment, value: comment },
    { code: optionCodes.application, value: application },
  ];
  const linkOptions = [{ code: optionCodes.interfaceName, value: interfaceName }];
  return Buffer.concat([
    encodeBlock(blockTypes.section, Buffer.concat([section, encodeOptions(sectionOptions)])),
    encodeBlock(blockTypes.interface, Buffer.concat([link, encodeOptions(linkOptions)])),
  ]);
}

/** Bytes of a packet block. */
export const packetBlockBytes = (packetBytes: number, optionBytes: number): number =>
  packetHeadBytes + padded(packetBytes) + optionBytes + 4;

/** Writes all of a packet block but its packet, at a multiple of 4. `timeUs` is Unix microseconds. */
export function writePacketBlock(
  target: Buffer,
  offset: number,
  { packetBytes, timeUs, options }: { packetBytes: number; timeUs: number; options: Buffer },
): void {
  const blockBytes = packetBlockBytes(packetBytes, options.length);
  target.writeUInt32LE(blockTypes.packet, offset);
  target.writeUInt32LE(blockBytes, offset + 4);
  target.writeUInt32LE(0, offset + 8);
  target.writeUInt32LE(Math.floor(timeUs / 0x1_0000_0000), offset + 12);
  target.writeUInt32LE(timeUs % 0x1_0000_0000, offset + 16);
  target.writeUInt32LE(packetBytes, offset + 20);
  target.writeUInt32LE(packetBytes, offset + 24);
  for (let end = offset + packetHeadBytes + packetBytes; (end & 3) !== 0; end += 1) target[end] = 0;
  options.copy(target, offset + packetHeadBytes + padded(packetBytes));
  target.writeUInt32LE(blockBytes, offset + blockBytes - 4);
}
