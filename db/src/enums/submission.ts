export const answerResults = ['FlagSubmitted', 'Accepted', 'WrongAnswer', 'CheatDetected', 'NotFound'] as const;
export type AnswerResult = (typeof answerResults)[number];

export const submissionTypes = ['Unaccepted', 'FirstBlood', 'SecondBlood', 'ThirdBlood', 'Normal'] as const;
export type SubmissionType = (typeof submissionTypes)[number];

export const bloodTypes = ['FirstBlood', 'SecondBlood', 'ThirdBlood'] as const;
export type BloodType = (typeof bloodTypes)[number];
