// Parts of the command line for tests and tools of other packages.

export { dumpDatabase } from '../src/operate/dump';
export { restoreDatabase } from '../src/operate/restore';
export { countSealed } from '../src/operate/sealed-texts';
