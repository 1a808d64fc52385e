import type { SheetTexts } from '../sheet.texts';

export const sheetRuRU: SheetTexts = {
  scoreboard: 'Таблица результатов',
  liveScoreboard: 'Таблица (текущая, закрытая)',
  submissions: 'Все ответы',
  columns: {
    rank: 'Место',
    team: 'Команда',
    division: 'Дивизион',
    captain: 'Капитан',
    crew: 'Участники',
    realName: 'Настоящее имя',
    email: 'Электронная почта',
    stdNumber: 'Номер студенческого билета',
    phone: 'Телефон',
    solved: 'Решено',
    time: 'Время',
    score: 'Очки',
    status: 'Результат',
    user: 'Пользователь',
    challenge: 'Задание',
    answer: 'Ответ',
  },
  results: {
    FlagSubmitted: 'ОЖИДАЕТ',
    Accepted: 'ВЕРНО',
    WrongAnswer: 'НЕВЕРНО',
    CheatDetected: 'ФЛАГ ДРУГОЙ КОМАНДЫ',
    NotFound: 'НЕ ПРОВЕРЕНО',
  },
};
