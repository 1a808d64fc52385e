import { z } from 'zod';

/**
 * Find eight bytes whose SHA-256 after the challenge's begins with `difficulty` zero bits. Sent as `<id>:<16 hex
 * digits>`.
 */
export const HashPowChallenge = z.object({
  id: z.string().meta({ description: '12 hex digits', examples: ['0f1e2d3c4b5a'] }),
  challenge: z.string().meta({ description: '16 hex digits, eight bytes', examples: ['0011223344556677'] }),
  difficulty: z.int().meta({ examples: [18] }),
});
export type HashPowChallenge = z.infer<typeof HashPowChallenge>;
