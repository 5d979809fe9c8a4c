import type { Job, Jobs } from '../../platform/jobs/runner.ts'
import { MailError } from '../../platform/mail/mail.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { sweep } from './proof.ts'
import { hashOf, secretOf } from './secret.ts'
import * as store from './store.ts'

type Post = { mailer: Mailer; address: string | undefined }
type Letter = { submission: string; to: string; name: string; language: string }

/** Contains nothing written by the sender, so that forms cannot carry messages to others. */
const WORDS = {
  en: (name: string, link: string, until: string) => ({
    subject: `Received: ${name}`,
    text: `We have received what you sent with the form “${name}”.\n\nSee what becomes of it:\n\n${link}\n\nThe link works until ${until}. Whoever has it can see the same, so keep it to yourself. If you sent nothing, ignore this letter.`,
  }),
  ru: (name: string, link: string, until: string) => ({
    subject: `Получено: ${name}`,
    text: `Мы получили то, что вы отправили через форму «${name}».\n\nСледить за рассмотрением можно здесь:\n\n${link}\n\nСсылка действует до ${until}. По ней может посмотреть любой, поэтому не передавайте её другим. Если вы ничего не отправляли, просто не отвечайте на это письмо.`,
  }),
}

/** Letters to senders, and clean-up of forms. */
export const formJobs = (post: Post): Jobs => ({
  handlers: {
    'forms.letter': (job, payload) => sendLetter(post, job, payload as Letter),
    'forms.sweep': (job) => job.write(sweep),
  },
  schedule: { 'forms.sweep': '7 * * * *' },
})

async function sendLetter(
  { mailer, address }: Post,
  job: Job,
  { submission, to, name, language }: Letter,
): Promise<void> {
  const found = await job.read(async (ctx) => {
    const row = await store.findSubmission(ctx.db, submission)
    const isOurs = row?.hash?.equals(hashOf(ctx, submission))
    return isOurs ? { until: row?.expires_at, secret: secretOf(ctx, submission) } : undefined
  })
  if (!found?.until || address === undefined) return
  const link = `${address.replace(/\/+$/, '')}/forms/follow#${found.secret}`
  const until = found.until.toISOString().slice(0, 10)
  const words = WORDS[language === 'ru' ? 'ru' : 'en'](name, link, until)
  try {
    await mailer.send({ to: [{ name: '', address: to }], ...words, key: submission })
  } catch (error) {
    if (!(error instanceof MailError) || error.canRetry) throw error
  }
}
