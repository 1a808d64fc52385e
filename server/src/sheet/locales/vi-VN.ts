import type { SheetTexts } from '../sheet.texts';

export const sheetViVN: SheetTexts = {
  scoreboard: 'Bảng xếp hạng',
  liveScoreboard: 'Bảng xếp hạng (trực tiếp)',
  submissions: 'Tất cả lượt nộp',
  columns: {
    rank: 'Hạng',
    team: 'Đội',
    division: 'Bảng đấu',
    captain: 'Đội trưởng',
    crew: 'Thành viên',
    realName: 'Họ và tên',
    email: 'Địa chỉ email',
    stdNumber: 'Mã số sinh viên',
    phone: 'Điện thoại',
    solved: 'Đã giải',
    time: 'Thời gian',
    score: 'Điểm',
    status: 'Kết quả',
    user: 'Người dùng',
    challenge: 'Thử thách',
    answer: 'Nội dung nộp',
  },
  results: {
    FlagSubmitted: 'ĐANG CHỜ',
    Accepted: 'ĐÚNG',
    WrongAnswer: 'SAI',
    CheatDetected: 'FLAG CỦA ĐỘI KHÁC',
    NotFound: 'CHƯA CHẤM',
  },
};
