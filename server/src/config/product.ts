import product from '../../../package.json';

interface Product {
  version: string;
  repository?: string | { url: string };
}

const { version, repository }: Product = product;

const repositoryUrl = typeof repository === 'string' ? repository : repository?.url;

/** What the About page and `/api/config` say about the software; AGPL §13 asks for the link to its source. */
export const productInfo = {
  version,
  // The build puts the commit in place of this expression; elsewhere it is an environment variable.
  commit: process.env.VEXIL_COMMIT || null,
  repositoryUrl: repositoryUrl?.replace(/^git\+/, '').replace(/\.git$/, '') ?? null,
  licenseUrl: 'https://www.gnu.org/licenses/agpl-3.0.html',
};
