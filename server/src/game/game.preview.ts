import { type LinkPreview, previewTextLengthMax } from '@vexil/http/page/link-preview';
import type { Shared } from '@vexil/http/reads/shared-values';
import { plainText } from '@vexil/rules/plain-text.rules';
import { listPublicGames } from './game.queries';
import { viewBasicGame } from './game.view';

/** Hidden games are left out, also for those who may see them. */
export const gamePreviews: Shared<'all', ReadonlyMap<string, LinkPreview>> = {
  topics: () => ['games'],
  async read({ db }) {
    const games = await listPublicGames(db);
    return new Map(
      games.map((game) => {
        const { id, title, poster } = viewBasicGame(game);
        const text = plainText(game.summary, previewTextLengthMax) || plainText(game.content, previewTextLengthMax);
        return [`${id}`, { type: 'website', title, text, picture: poster }];
      }),
    );
  },
};
