import type { Room } from '@vexil/contract/live';
import type { Deps } from '../deps';
import { type Asked, roomsFor } from './live.policy';
import { loadAccessFacts } from './live.queries';

const batchMax = 500;

interface Question {
  asked: Asked;
  resolve(rooms: Room[] | null): void;
  reject(error: unknown): void;
}

/** Which rooms a connection may be in now; null when none. */
export type AskRooms = (asked: Asked) => Promise<Room[] | null>;

/** Answers questions that come together with common statements: thousands come back at once after a restart. */
export function createAccess(deps: Pick<Deps, 'db' | 'clock'>): AskRooms {
  let waiting: Question[] = [];

  async function answer(questions: Question[]): Promise<void> {
    try {
      const asked = questions.map((question) => question.asked);
      const facts = await loadAccessFacts(deps.db, asked, deps.clock.now());
      for (const question of questions) question.resolve(roomsFor(question.asked, facts));
    } catch (error) {
      for (const question of questions) question.reject(error);
    }
  }

  function flush(): void {
    const questions = waiting;
    waiting = [];
    for (let from = 0; from < questions.length; from += batchMax) void answer(questions.slice(from, from + batchMax));
  }

  return (asked) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ asked, resolve, reject });
    });
}
