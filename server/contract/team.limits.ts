export const teamNameLengthMax = 20;
export const teamBioLengthMax = 72;
/** Teams one account may lead. */
export const captainTeamsMax = 3;
