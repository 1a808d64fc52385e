import type { SheetTexts } from '../sheet.texts';

export const sheetFrFR: SheetTexts = {
  scoreboard: 'Classement',
  liveScoreboard: 'Classement (direct, interne)',
  submissions: 'Toutes les réponses',
  columns: {
    rank: 'Rang',
    team: 'Équipe',
    division: 'Division',
    captain: 'Capitaine',
    crew: 'Membres',
    realName: 'Nom réel',
    email: 'E-mail',
    stdNumber: 'Numéro étudiant',
    phone: 'Téléphone',
    solved: 'Résolues',
    time: 'Heure',
    score: 'Points',
    status: 'Résultat',
    user: 'Utilisateur',
    challenge: 'Épreuve',
    answer: 'Réponse',
  },
  results: {
    FlagSubmitted: 'EN ATTENTE',
    Accepted: 'JUSTE',
    WrongAnswer: 'FAUX',
    CheatDetected: 'FLAG D’UNE AUTRE ÉQUIPE',
    NotFound: 'NON JUGÉ',
  },
};
