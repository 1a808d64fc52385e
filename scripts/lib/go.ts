import { Failure } from './failure.mjs';
import { findProgram } from './find-program.mjs';
import { runTool, tail } from './run-tool.mjs';

/** Without C, and with low priority. Resolves with the output; throws Failure. */
export async function go(args: readonly string[], cwd: string): Promise<string> {
  const program = findProgram('go');
  if (program === null) throw new Failure('Go 1.23 or newer is needed to build programs (Debian: golang-go).');
  const env = { ...process.env, CGO_ENABLED: '0' };
  const { code, output } = await runTool('nice', ['-n', '10', program, ...args], { cwd, env });
  if (code !== 0) throw new Failure(`go ${args[0]} failed: ${tail(output)}`);
  return output;
}

/** Builds the program in folder `at` of a published module, with the versions that the module names. Throws Failure. */
export async function buildPublished(module: string, at: string, program: string, cwd: string): Promise<void> {
  const about = await go(['mod', 'download', '-json', module], cwd);
  const { Dir: source } = JSON.parse(about.slice(about.indexOf('{'))) as { Dir: string };
  // Not `go install`, which asks for the list of all versions too.
  await go(['build', '-ldflags=-s -w', '-o', program, `./${at}`], source);
}
