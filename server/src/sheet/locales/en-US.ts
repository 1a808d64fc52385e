import type { SheetTexts } from '../sheet.texts';

// Scripts read the sheets of other platforms by these names.
export const sheetEnUS: SheetTexts = {
  scoreboard: 'Scoreboard',
  liveScoreboard: 'Scoreboard (live, not public)',
  submissions: 'All Submissions',
  columns: {
    rank: 'Rank',
    team: 'Team',
    division: 'Division',
    captain: 'Captain',
    crew: 'Crew',
    realName: 'Real Name',
    email: 'Email',
    stdNumber: 'Student Number',
    phone: 'Phone',
    solved: 'Solved',
    time: 'Time',
    score: 'Score',
    status: 'Status',
    user: 'User',
    challenge: 'Challenge',
    answer: 'Submission',
  },
  results: {
    FlagSubmitted: 'WAITING',
    Accepted: 'ACCEPTED',
    WrongAnswer: 'WRONG',
    CheatDetected: 'FLAG OF ANOTHER TEAM',
    NotFound: 'NOT JUDGED',
  },
};
