export const teamNameLengthMax = 20;
export const teamBioLengthMax = 72;
export const captainTeamsMax = 3;
