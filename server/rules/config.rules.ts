import { Settings, standardSettings } from '@vexil/contract/settings';
import type { z } from 'zod';

/** The standard title names no platform, so the product's name replaces it. */
export function platformName(title: string): string {
  const name = title.trim();
  return name === '' || name === standardSettings.globalConfig.title ? 'Vexil' : name;
}

function parse(value: string | undefined): unknown {
  if (value === undefined) return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** Missing and invalid rows have their standard value. */
export function settingsOf(entries: Iterable<{ key: string; value: string }>): Settings {
  const values = new Map([...entries].map(({ key, value }) => [key, value]));
  const sections = Object.entries(Settings.shape).map(([section, schema]) => {
    const standard: Record<string, unknown> = standardSettings[section as keyof Settings];
    const members = Object.entries(schema.shape).map(([name, member]) => {
      const read = (member as z.ZodType).safeParse(parse(values.get(`${section}.${name}`)));
      return [name, read.success ? read.data : standard[name]];
    });
    return [section, Object.fromEntries(members)];
  });
  return Settings.parse(Object.fromEntries(sections));
}
