export const answerResults = ['FlagSubmitted', 'Accepted', 'WrongAnswer', 'CheatDetected', 'NotFound'] as const;
export type AnswerResult = (typeof answerResults)[number];

/** How a player came to do something: in the browser, with a token, or with a tool of the Model Context Protocol. */
export const vias = ['Session', 'Token', 'Mcp'] as const;
export type Via = (typeof vias)[number];

export const submissionTypes = ['Unaccepted', 'FirstBlood', 'SecondBlood', 'ThirdBlood', 'Normal'] as const;
export type SubmissionType = (typeof submissionTypes)[number];

export const bloodTypes = ['FirstBlood', 'SecondBlood', 'ThirdBlood'] as const;
export type BloodType = (typeof bloodTypes)[number];
