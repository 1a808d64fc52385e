import type { SheetTexts } from '../sheet.texts';

export const sheetIdID: SheetTexts = {
  scoreboard: 'Papan Skor',
  liveScoreboard: 'Papan Skor (langsung, privat)',
  submissions: 'Semua Kiriman',
  columns: {
    rank: 'Peringkat',
    team: 'Tim',
    division: 'Divisi',
    captain: 'Kapten',
    crew: 'Anggota',
    realName: 'Nama Asli',
    email: 'Alamat Email',
    stdNumber: 'Nomor Induk Mahasiswa',
    phone: 'Telepon',
    solved: 'Terpecahkan',
    time: 'Waktu',
    score: 'Skor',
    status: 'Hasil',
    user: 'Pengguna',
    challenge: 'Soal',
    answer: 'Kiriman',
  },
  results: {
    FlagSubmitted: 'MENUNGGU',
    Accepted: 'BENAR',
    WrongAnswer: 'SALAH',
    CheatDetected: 'FLAG TIM LAIN',
    NotFound: 'TIDAK DINILAI',
  },
};
