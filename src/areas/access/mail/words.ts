import type { LinkKind } from '../store/links.ts'
import type { NoticeKind } from './notify.ts'

type Letter = { subject: string; text: string }

type Words = {
  links: Record<LinkKind, (name: string, link: string) => Letter>
  addressChanged(name: string, link: string): Letter
  addressLost(name: string): Letter
  loginChanged(name: string, login: string): Letter
  notices: Record<NoticeKind, string>
  noticeSubject: string
  noticeEnd: string
}

/** What letters about accounts say, in the language of whoever gets them. */
export const WORDS: Record<'en' | 'ru', Words> = {
  en: {
    links: {
      invitation: (name, link) => ({
        subject: 'Your invitation to Kontor',
        text: `Hello ${name},\n\nyou have an account in Kontor. Choose your password here:\n\n${link}\n\nThe link works once, within 72 hours.`,
      }),
      reset: (name, link) => ({
        subject: 'Choose a new password for Kontor',
        text: `Hello ${name},\n\nsomebody, probably you, asked for a new password. Choose it here:\n\n${link}\n\nThe link works once, within 30 minutes. If it was not you, do nothing: your password stays.`,
      }),
      guest_invitation: (name, link) => ({
        subject: 'Something was shared with you in Kontor',
        text: `Hello ${name},\n\nsomething was shared with you in Kontor. See it here:\n\n${link}\n\nThe link works once, within 72 hours. Later you can ask for another one on the same page.`,
      }),
      guest: (name, link) => ({
        subject: 'Your link to Kontor',
        text: `Hello ${name},\n\nsomebody, probably you, asked for a link to come in. Here it is:\n\n${link}\n\nThe link works once, within 10 minutes. If it was not you, do nothing.`,
      }),
    },
    addressChanged: (name, link) => ({
      subject: 'Your e-mail address in Kontor was changed',
      text: `Hello ${name},\n\nyour account in Kontor has another e-mail address now. If you know of it, do nothing.\n\nIf this was not meant, take this address back:\n\n${link}\n\nThe link works once, within 72 hours. Then tell an administrator.`,
    }),
    addressLost: (name) => ({
      subject: 'Your account in Kontor has its former e-mail address again',
      text: `Hello ${name},\n\nwhoever reads the former e-mail address of your account in Kontor took it back. Letters about the account go there again, and not to this address.\n\nIf this was not you, tell an administrator at once.`,
    }),
    loginChanged: (name, login) => ({
      subject: 'Your login in Kontor was changed',
      text: `Hello ${name},\n\nyour login in Kontor is "${login}" now. Your password stays.\n\nIf you do not know of it, tell an administrator.`,
    }),
    notices: {
      password_changed: 'Your password was changed, and your other sessions were ended.',
      factor_added: 'A second factor was added to your account.',
      factor_removed: 'A second factor was removed from your account.',
      factors_reset: 'An administrator removed all second factors of your account.',
      recovery_code_used: 'Somebody signed in to your account with a recovery code.',
    },
    noticeSubject: 'Your Kontor account was changed',
    noticeEnd: 'If this was not you, tell an administrator at once.',
  },
  ru: {
    links: {
      invitation: (name, link) => ({
        subject: 'Приглашение в Kontor',
        text: `Здравствуйте, ${name}!\n\nДля вас создана учётная запись в Kontor. Придумайте пароль:\n\n${link}\n\nСсылка действует один раз, в течение 72 часов.`,
      }),
      reset: (name, link) => ({
        subject: 'Новый пароль для Kontor',
        text: `Здравствуйте, ${name}!\n\nКто-то, вероятно вы, запросил новый пароль. Придумайте его здесь:\n\n${link}\n\nСсылка действует один раз, в течение 30 минут. Если это были не вы, ничего не делайте: пароль останется прежним.`,
      }),
      guest_invitation: (name, link) => ({
        subject: 'С вами поделились в Kontor',
        text: `Здравствуйте, ${name}!\n\nВам открыли доступ в Kontor. Посмотрите, что там:\n\n${link}\n\nСсылка действует один раз, в течение 72 часов. Потом на той же странице можно запросить новую.`,
      }),
      guest: (name, link) => ({
        subject: 'Ссылка для входа в Kontor',
        text: `Здравствуйте, ${name}!\n\nКто-то, вероятно вы, запросил ссылку для входа. Вот она:\n\n${link}\n\nСсылка действует один раз, в течение 10 минут. Если это были не вы, ничего не делайте.`,
      }),
    },
    addressChanged: (name, link) => ({
      subject: 'Адрес почты в Kontor изменён',
      text: `Здравствуйте, ${name}!\n\nУ вашей учётной записи в Kontor теперь другой адрес почты. Если вы об этом знаете, ничего не делайте.\n\nЕсли это ошибка, верните этот адрес:\n\n${link}\n\nСсылка действует один раз, в течение 72 часов. Затем сообщите администратору.`,
    }),
    addressLost: (name) => ({
      subject: 'У вашей учётной записи в Kontor снова прежний адрес почты',
      text: `Здравствуйте, ${name}!\n\nТот, кто читает прежний адрес почты вашей учётной записи в Kontor, вернул его. Письма об учётной записи снова приходят туда, а не на этот адрес.\n\nЕсли это были не вы, сразу сообщите администратору.`,
    }),
    loginChanged: (name, login) => ({
      subject: 'Ваш логин в Kontor изменён',
      text: `Здравствуйте, ${name}!\n\nВаш логин в Kontor теперь «${login}». Пароль остался прежним.\n\nЕсли вы об этом не знаете, сообщите администратору.`,
    }),
    notices: {
      password_changed: 'Ваш пароль изменён, остальные сеансы завершены.',
      factor_added: 'К вашей учётной записи добавлен второй фактор.',
      factor_removed: 'Из вашей учётной записи удалён второй фактор.',
      factors_reset: 'Администратор удалил все вторые факторы вашей учётной записи.',
      recovery_code_used: 'В вашу учётную запись вошли с кодом восстановления.',
    },
    noticeSubject: 'Ваша учётная запись Kontor изменена',
    noticeEnd: 'Если это были не вы, сразу сообщите администратору.',
  },
}
