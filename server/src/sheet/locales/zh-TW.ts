import type { SheetTexts } from '../sheet.texts';

export const sheetZhTW: SheetTexts = {
  scoreboard: '計分板',
  liveScoreboard: '計分板（即時，未公開）',
  submissions: '全部提交',
  columns: {
    rank: '名次',
    team: '隊伍',
    division: '組別',
    captain: '隊長',
    crew: '隊員',
    realName: '真實姓名',
    email: '電子郵件',
    stdNumber: '學號',
    phone: '電話',
    solved: '解題數',
    time: '時間',
    score: '得分',
    status: '結果',
    user: '使用者',
    challenge: '題目',
    answer: '提交內容',
  },
  results: {
    FlagSubmitted: '等待評判',
    Accepted: '正確',
    WrongAnswer: '錯誤',
    CheatDetected: '他隊的 flag',
    NotFound: '未評判',
  },
};
