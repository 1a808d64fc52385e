import { notFound } from '@tanstack/react-router';

/** The game's number in the path, for routes outside of the game's frame. */
export const gameParams = {
  parse: ({ id }: { id: string }) => {
    if (!/^\d{1,10}$/.test(id)) throw notFound();
    return { id: Number(id) };
  },
  stringify: ({ id }: { id: number }) => ({ id: String(id) }),
};
