import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { findProgram } from './lib/find-program.mjs';
import { inRoot } from './lib/paths.mjs';

const { load } = createRequire(import.meta.url)('js-yaml');

const promtool = findProgram('promtool');
if (!promtool) process.stderr.write('SKIPPED tests of the alert rules: promtool is missing (Debian: prometheus)\n');

const folder = inRoot('docker/prometheus');
const read = (name: string) => load(readFileSync(`${folder}/${name}`, 'utf8'));

interface Rule {
  alert: string;
  labels: { severity: string };
}
const rules: Rule[] = read('vexil.rules.yml').groups.flatMap(({ rules }: { rules: Rule[] }) => rules);

describe('the alert rules', () => {
  const run = (...args: string[]) =>
    execFileSync(promtool ?? '', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });

  it.skipIf(!promtool)('are valid (needs promtool)', () => {
    expect(run('check', 'rules', 'vexil.rules.yml')).toContain(`SUCCESS: ${rules.length} rules found`);
  });

  it.skipIf(!promtool)('fire when they should and are silent otherwise (needs promtool)', () => {
    expect(run('test', 'rules', 'vexil.rules.test.yml')).toContain('SUCCESS');
  });

  it('have a test that fires, one that is silent, and a line in the manual', () => {
    interface UnitTest {
      alert_rule_test: { alertname: string; exp_alerts: unknown[] }[];
    }
    const tested = (read('vexil.rules.test.yml').tests as UnitTest[]).flatMap((test) => test.alert_rule_test);
    const manual = readFileSync(inRoot('docs/operate.md'), 'utf8');
    for (const { alert, labels } of rules) {
      const counts = tested.filter(({ alertname }) => alertname === alert).map(({ exp_alerts }) => exp_alerts.length);
      expect([alert, ...counts]).toEqual([alert, 1, 0]);
      expect(['info', 'warning', 'critical']).toContain(labels.severity);
      expect(manual).toContain(`\`${alert}\``);
    }
  });
});

describe('the profile `watch` of Compose', () => {
  const { services } = load(readFileSync(inRoot('docker/compose.yml'), 'utf8'));

  it('publishes on the machine’s own address only', () => {
    for (const name of ['prometheus', 'grafana']) {
      expect(services[name].profiles).toEqual(['watch']);
      for (const port of services[name].ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    }
  });

  it('mounts files that exist', () => {
    const mounted = ['prometheus', 'grafana'].flatMap((name) => services[name].volumes as string[]);
    const own = mounted.filter((volume) => volume.startsWith('./')).map((volume) => volume.split(':')[0] ?? '');
    expect(own).toHaveLength(4);
    for (const file of own) expect(() => execFileSync('test', ['-e', inRoot('docker', file)])).not.toThrow();
  });

  it('has the source of data that the dashboards name', () => {
    const provisioned = load(readFileSync(inRoot('docker/grafana/provisioning/datasources/prometheus.yml'), 'utf8'));
    expect(provisioned.datasources[0].uid).toBe('vexil');
    for (const name of ['game-day', 'platform']) {
      const text = readFileSync(inRoot(`docker/grafana/dashboards/${name}.json`), 'utf8');
      expect(new Set(text.match(/"uid": "[^"]+"/g))).toEqual(new Set([`"uid": "vexil-${name}"`, '"uid": "vexil"']));
    }
  });
});
