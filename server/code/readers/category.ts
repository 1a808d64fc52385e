import { categoryNameLengthMax } from '@vexil/contract/category.limits';
import type { ChallengeCategory } from '@vexil/db/enums/challenge';

/** Other names of the same. */
const names: Record<ChallengeCategory, string> = {
  Misc: 'misc miscellaneous miscellany',
  Crypto: 'crypto cryptography',
  Pwn: 'pwn pwnable pwning binary binaryexploitation binexp exploitation',
  Web: 'web webexploitation websecurity',
  Reverse: 'reverse rev re reversing reverseengineering',
  Blockchain: 'blockchain web3 smartcontract smartcontracts',
  Forensics: 'forensics forensic digitalforensics dfir',
  Hardware: 'hardware hw',
  Mobile: 'mobile android ios',
  PPC: 'ppc programming coding algo algorithms',
  AI: 'ai ml aiml machinelearning llm',
  Pentest: 'pentest pentesting boot2root b2r fullpwn',
  OSINT: 'osint opensourceintelligence',
};

/** Categories of their own, and the nearest of ours. */
const near: Partial<Record<ChallengeCategory, string>> = {
  Crypto: 'quantum',
  Pwn: 'kernel browser heap sandbox',
  Web: 'cloud',
  Reverse: 'gamehacking game malware',
  Forensics: 'stego steganography network networking pcap memory incidentresponse',
  Hardware: 'iot rf radio sdr ics embedded',
};

const index = (table: Partial<Record<ChallengeCategory, string>>) =>
  new Map(
    Object.entries(table).flatMap(([category, words]) =>
      words.split(' ').map((word) => [word, category as ChallengeCategory] as const),
    ),
  );
const ours = index(names);
const nearby = index(near);

/** `custom` is the name of a category that is none of ours. */
export function readCategory(name: string): { category: ChallengeCategory; custom: string | null } {
  const word = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  const known = ours.get(word);
  if (known) return { category: known, custom: null };
  if (name.trim() === '') return { category: 'Misc', custom: null };
  return {
    category: nearby.get(word) ?? 'Misc',
    custom: [...name.trim()].slice(0, categoryNameLengthMax).join('').trim(),
  };
}
