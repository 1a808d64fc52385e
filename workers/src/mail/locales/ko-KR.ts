import type { MailText } from './en-US';

export const mailsKoKR: Record<MailText, string> = {
  greeting: '{{name}} 님, 안녕하십니까.',
  address: '버튼이 작동하지 않으면 다음 주소를 여십시오.',
  expires: '링크는 한 번만 사용할 수 있으며 {{time}}(UTC)까지 유효합니다.',
  unasked: '직접 요청하지 않으셨다면 아무것도 하지 않으셔도 됩니다.',

  'VerifyEmail.title': '이메일 주소 확인',
  'VerifyEmail.text': '{{platform}}에서 {{email}} 주소로 계정이 만들어졌습니다. 본인의 주소인지 확인해 주십시오.',
  'VerifyEmail.button': '주소 확인',

  'ResetPassword.title': '새 비밀번호 설정',
  'ResetPassword.text': '{{platform}} 계정의 새 비밀번호 설정이 요청되었습니다.',
  'ResetPassword.button': '비밀번호 설정',

  'ChangeEmail.title': '새 이메일 주소 확인',
  'ChangeEmail.text': '{{platform}} 계정의 주소가 {{email}} 주소로 변경될 예정입니다. 로그인하여 확인해 주십시오.',
  'ChangeEmail.button': '새 주소 확인',
};
