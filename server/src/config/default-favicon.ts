import { createHash } from 'node:crypto';

/** `web/public/favicon.svg` in 128 pixels as WebP, a part of the code because servers are shipped as one bundle. */
export const defaultFavicon = Buffer.from(
  'UklGRpYBAABXRUJQVlA4TIoBAAAvf8AfEFfBKJKkMH3gAtlI5Z+MDUaRJEnJvQEHCMP/ExFXzz8jSZISxeB2JHg774N1d5dIuBdbg77KqZCQQs' +
    'IGqvjjFvMUo2Lvhf6m2wR84sOueDBN/OjxBqBRSFQToBhRiTuI4l7k4cU3D/MOvwU5HeeGAdG27UQNbiOFZHBG8ygJ7///kKI9dYno/wToT4Vp' +
    'sZhmm1GgalV7ObltQzXy8vKA1JudIRVSIedmR6L5WRITmfMmRHL++PtAf/daDh5mKK9kHuBWXtnmHWWzibKZSOGcwtUKlwe4lVe2eUfZbKJsJl' +
    'I4p3C1wuUBbuWVbd5RNpsom4kUzilcrXB5gFt5ZZt3lM0mymYihXMKN3+mkzzQSYknDs9EdGITOpl36GTt6SQPdFLiicMzEZ3YhE7mHTpZezrJ' +
    'A52UeOLwTEQnNqGTeYdO1p5O8kAnJZ44PBPRiU3oZN55mKfha9l9GNJ//30AmPMmRPPzYqLirOxI1JudUylyc8bywNSq9qe2baVOi8U024yC/n' +
    'wJ',
  'base64',
);

export const defaultFaviconHash = createHash('sha256').update(defaultFavicon).digest('hex');
