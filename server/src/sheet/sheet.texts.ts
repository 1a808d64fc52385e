import type { AnswerResult } from '@vexil/db/enums/submission';
import type { Language } from '../i18n';

interface SheetTexts {
  scoreboard: string;
  /** While the public board is frozen and the sheet is not. */
  liveScoreboard: string;
  submissions: string;
  columns: Record<
    | 'rank'
    | 'team'
    | 'division'
    | 'captain'
    | 'crew'
    | 'realName'
    | 'email'
    | 'stdNumber'
    | 'phone'
    | 'solved'
    | 'time'
    | 'score'
    | 'status'
    | 'user'
    | 'challenge'
    | 'answer',
    string
  >;
  results: Record<AnswerResult, string>;
}

// Scripts read the sheets of other platforms by these English names.
const enUS: SheetTexts = {
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

const zhCN: SheetTexts = {
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

/** Languages without texts of their own read English. */
export const sheetTexts = (language: Language): SheetTexts => (language === 'zh-CN' ? zhCN : enUS);
