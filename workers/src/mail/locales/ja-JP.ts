import type { MailText } from './en-US';

export const mailsJaJP: Record<MailText, string> = {
  greeting: '{{name}} 様',
  address: 'ボタンが動作しない場合は、次のアドレスを開いてください。',
  expires: 'リンクは 1 回だけ使えます。有効期限は {{time}}（UTC）です。',
  unasked: 'お心当たりがない場合は、何もする必要はありません。',

  'VerifyEmail.title': 'メールアドレスの確認',
  'VerifyEmail.text':
    '{{platform}} で、メールアドレス {{email}} を使ってアカウントが作成されました。ご自身のアドレスであることを確認してください。',
  'VerifyEmail.button': 'アドレスを確認する',

  'ResetPassword.title': '新しいパスワードの設定',
  'ResetPassword.text': '{{platform}} のあなたのアカウントについて、新しいパスワードの設定が申し込まれました。',
  'ResetPassword.button': 'パスワードを設定する',

  'ChangeEmail.title': '新しいメールアドレスの確認',
  'ChangeEmail.text':
    '{{platform}} のあなたのアカウントのアドレスが {{email}} に変更されようとしています。ログインして確認してください。',
  'ChangeEmail.button': '新しいアドレスを確認する',
};
