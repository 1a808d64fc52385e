import { hostname } from 'node:os';
import { readMemory, readOpenFilesMax } from '@vexil/runtime/process-limits';
import { type Finding, gib, ok, type PlatformCheck, warning } from '../check';

const openFilesLow = 8192;
const freePartMin = 0.1;

export const limits: PlatformCheck = {
  name: 'limits',
  audience: 'platform',
  async ask({ worker }) {
    const [files, memory, answer] = await Promise.all([readOpenFilesMax(), readMemory(), worker()]);
    const findings: Finding[] = [];
    if (files !== null) {
      const isLow = files < openFilesLow;
      findings.push(isLow ? warning('limits.filesFew', { files, who: hostname() }) : ok('limits.files', { files }));
    }
    const { worker: who = '', openFilesMax = null } = answer ?? {};
    if (openFilesMax !== null && openFilesMax < openFilesLow && who !== hostname()) {
      findings.push(warning('limits.filesFew', { files: openFilesMax, who }));
    }
    if (memory !== null) {
      const shown = { free: gib(memory.freeBytes), total: gib(memory.totalBytes) };
      const isLow = memory.freeBytes < freePartMin * memory.totalBytes;
      findings.push(isLow ? warning('limits.memoryLow', shown) : ok('limits.memory', shown));
    }
    return findings;
  },
};
