/** Settings of a real project, by which nothing is asked outside. */
export const realProject = {
  FIREBASE_PROJECT_ID: 'tsudoi-production',
  FIREBASE_API_KEY: 'key',
  USE_EMULATOR: 'false',
  PUBLIC_ORIGIN: 'https://tsudoi.example.jp',
  CREW_ORIGIN: 'https://crew.example.jp',
  OPERATOR_EMAILS: 'operator@example.jp',
  MAIL_FROM: 'Tsudoi <no-reply@example.jp>',
  STRIPE_SECRET_KEY: 'sk_test_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_abc',
  URL_SIGNING_SECRET: 'x'.repeat(32),
  FIELD_ENCRYPTION_KEY: 'y'.repeat(32),
  PAYOUT_SENDER_NAME: 'ｼﾕｳｶｲ(ｶ',
  PAYOUT_SENDER_CODE: '0000000001',
  PAYOUT_SENDER_ACCOUNT: '0001-001-1-0000001',
}
