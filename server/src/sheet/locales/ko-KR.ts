import type { SheetTexts } from '../sheet.texts';

export const sheetKoKR: SheetTexts = {
  scoreboard: '점수판',
  liveScoreboard: '점수판(실시간, 비공개)',
  submissions: '전체 제출',
  columns: {
    rank: '순위',
    team: '팀',
    division: '부문',
    captain: '팀장',
    crew: '팀원',
    realName: '실명',
    email: '이메일',
    stdNumber: '학번',
    phone: '전화번호',
    solved: '해결 수',
    time: '시각',
    score: '점수',
    status: '결과',
    user: '사용자',
    challenge: '문제',
    answer: '제출 내용',
  },
  results: {
    FlagSubmitted: '판정 대기',
    Accepted: '정답',
    WrongAnswer: '오답',
    CheatDetected: '다른 팀의 플래그',
    NotFound: '판정되지 않음',
  },
};
