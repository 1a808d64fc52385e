import type { SheetTexts } from '../sheet.texts';

export const sheetDeDE: SheetTexts = {
  scoreboard: 'Rangliste',
  liveScoreboard: 'Rangliste (live, intern)',
  submissions: 'Alle Einreichungen',
  columns: {
    rank: 'Rang',
    team: 'Team',
    division: 'Division',
    captain: 'Teamleitung',
    crew: 'Mitglieder',
    realName: 'Vollständiger Name',
    email: 'E-Mail',
    stdNumber: 'Matrikelnummer',
    phone: 'Telefon',
    solved: 'Gelöst',
    time: 'Zeit',
    score: 'Punkte',
    status: 'Ergebnis',
    user: 'Benutzer',
    challenge: 'Aufgabe',
    answer: 'Einreichung',
  },
  results: {
    FlagSubmitted: 'WARTET',
    Accepted: 'RICHTIG',
    WrongAnswer: 'FALSCH',
    CheatDetected: 'FLAG EINES ANDEREN TEAMS',
    NotFound: 'NICHT GEWERTET',
  },
};
