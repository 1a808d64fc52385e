import type { SheetTexts } from '../sheet.texts';

export const sheetZhCN: SheetTexts = {
  scoreboard: '积分榜',
  liveScoreboard: '积分榜（实时，未公开）',
  submissions: '全部提交',
  columns: {
    rank: '名次',
    team: '队伍',
    division: '组别',
    captain: '队长',
    crew: '队员',
    realName: '姓名',
    email: '邮箱',
    stdNumber: '学号',
    phone: '电话',
    solved: '解题数',
    time: '时间',
    score: '得分',
    status: '结果',
    user: '用户',
    challenge: '题目',
    answer: '提交内容',
  },
  results: {
    FlagSubmitted: '等待评判',
    Accepted: '正确',
    WrongAnswer: '错误',
    CheatDetected: '他队的 flag',
    NotFound: '未评判',
  },
};
