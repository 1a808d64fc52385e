import { describe, expect, it } from 'vitest';
import { requireNode } from './node-version.mjs';

describe('requireNode', () => {
  it.each(['20.19.0', '20.20.2', '22.0.0', '100.1.0'])('accepts %s', (version) => {
    expect(() => requireNode(version)).not.toThrow();
  });

  it.each(['20.18.3', '18.20.8', '9.11.2'])('refuses %s and names the version it needs', (version) => {
    expect(() => requireNode(version)).toThrow(`20.19 or newer, this is ${version}`);
  });
});
