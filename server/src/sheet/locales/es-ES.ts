import type { SheetTexts } from '../sheet.texts';

export const sheetEsES: SheetTexts = {
  scoreboard: 'Clasificación',
  liveScoreboard: 'Clasificación (en vivo)',
  submissions: 'Todos los envíos',
  columns: {
    rank: 'Puesto',
    team: 'Equipo',
    division: 'División',
    captain: 'Capitán',
    crew: 'Miembros',
    realName: 'Nombre real',
    email: 'Correo electrónico',
    stdNumber: 'Número de estudiante',
    phone: 'Teléfono',
    solved: 'Resueltos',
    time: 'Hora',
    score: 'Puntos',
    status: 'Resultado',
    user: 'Usuario',
    challenge: 'Reto',
    answer: 'Envío',
  },
  results: {
    FlagSubmitted: 'EN ESPERA',
    Accepted: 'CORRECTO',
    WrongAnswer: 'INCORRECTO',
    CheatDetected: 'FLAG DE OTRO EQUIPO',
    NotFound: 'SIN EVALUAR',
  },
};
