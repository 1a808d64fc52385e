export type Build = { tag: string; commit: string; time: string };

/** Whether the build says properly what it is: a release or `develop`, a whole commit hash, a time to the second. */
export const isValidBuild = ({ tag, commit, time }: Build): boolean =>
  commit.length === 40 && time.length === 20 && (tag === 'develop' || /^v\d+\.\d+\.\d+$/.test(tag));

/** Says once, in the developer console, which build this is. */
export function printBanner(build: Build = __BUILD__): void {
  const words = isValidBuild(build)
    ? `${build.tag} · ${build.commit.slice(0, 10)} · ${build.time}`
    : 'a build without a record of its origin';
  // biome-ignore lint/suspicious/noConsole: the banner is meant for those who open the console
  console.info(`%cVexil%c ${words}`, 'font-weight: 700; color: #5b8cff', 'color: inherit');
}
