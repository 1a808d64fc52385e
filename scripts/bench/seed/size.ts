export interface Size {
  teams: number;
  players: number;
  challenges: number;
  solves: number;
  submissions: number;
}

/** The size that the budgets are meant for. */
export const large: Size = { teams: 2000, players: 5000, challenges: 100, solves: 30_000, submissions: 75_000 };

export const tiny: Size = { teams: 40, players: 100, challenges: 12, solves: 120, submissions: 300 };

/** As many submissions per team as in the large one. */
export const withTeams = (teams: number): Size => ({
  teams,
  players: Math.round((teams * large.players) / large.teams),
  challenges: large.challenges,
  solves: Math.round((teams * large.solves) / large.teams),
  submissions: Math.round((teams * large.submissions) / large.teams),
});

export const withPlayers = (players: number): Size => ({
  ...withTeams(Math.ceil((players * large.teams) / large.players)),
  players,
});
