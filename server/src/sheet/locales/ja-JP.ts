import type { SheetTexts } from '../sheet.texts';

export const sheetJaJP: SheetTexts = {
  scoreboard: 'スコアボード',
  liveScoreboard: 'スコアボード（最新・非公開）',
  submissions: 'すべての提出',
  columns: {
    rank: '順位',
    team: 'チーム',
    division: '部門',
    captain: 'キャプテン',
    crew: 'メンバー',
    realName: '氏名',
    email: 'メールアドレス',
    stdNumber: '学籍番号',
    phone: '電話番号',
    solved: '正解数',
    time: '時刻',
    score: '得点',
    status: '判定',
    user: 'ユーザー',
    challenge: '問題',
    answer: '提出内容',
  },
  results: {
    FlagSubmitted: '判定待ち',
    Accepted: '正解',
    WrongAnswer: '不正解',
    CheatDetected: '他チームの flag',
    NotFound: '未判定',
  },
};
