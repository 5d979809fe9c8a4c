import type { Texts } from '../index.ts'
import { plural } from '../plural.ts'

/** The word after "through" and "is in", and its pronoun. */
const WORDS = {
  group: { what: 'группу', which: 'которая' },
  position: { what: 'должность', which: 'которая' },
  department: { what: 'отдел', which: 'который' },
}

export const people: Texts['people'] = {
  tabs: {
    list: 'Сотрудники',
    chart: 'Оргструктура',
    groups: 'Группы и роли',
    substitutions: 'Замещения',
  },
  search: 'Поиск сотрудников',
  anyStatus: 'Любой статус',
  nobody: 'Никого не нашлось.',
  create: 'Новый сотрудник',
  administrator: 'Администратор',
  administratorHint: 'Видит и меняет всё.',
  actionsOf: (name) => `Действия: ${name}`,
  setPassword: 'Задать пароль',
  changePassword: 'Сменить мой пароль',
  passwordOf: (name) => `Пароль: ${name}`,
  currentPassword: 'Текущий пароль',
  newPassword: 'Новый пароль',
  passwordHint:
    'Не короче 10 символов и не из распространённых. Остальные сеансы сразу завершатся.',
  passwordSet: 'Пароль задан.',
  block: 'Заблокировать',
  unblock: 'Разблокировать',
  blockTitle: (name) => `Заблокировать: ${name}?`,
  blockHint:
    'Сеансы и токены сразу завершатся. Всё сделанное сохранится, и доступ можно будет вернуть.',
  removeTitle: (name) => `Удалить: ${name}?`,
  removeHint:
    'Сеансы, токены, участие в группах и должности сразу прекратятся. Всё сделанное сохранится.',
  deleted: 'Удалён',
  noPosition: 'Без должности',
  head: 'Руководитель',
  extension: (number) => `доб. ${number}`,
  localTime: (time) => `там сейчас ${time}`,
  openTasks: (n) =>
    n === 0
      ? 'Нет открытых задач'
      : plural('ru', n, {
          one: '# открытая задача',
          few: '# открытые задачи',
          other: '# открытых задач',
        }),
  fields: {
    name: 'Имя',
    lastName: 'Фамилия',
    firstName: 'Имя',
    middleName: 'Отчество',
    login: 'Логин',
    password: 'Пароль',
    email: 'Почта',
    phone: 'Телефон',
    workPhone: 'Рабочий телефон',
    mobilePhone: 'Мобильный телефон',
    position: 'Должность',
    displayedPosition: 'Отображаемая должность',
    positions: 'Должности',
    status: 'Статус',
    birthDate: 'День рождения',
    hireDate: 'Дата приёма',
    timezone: 'Часовой пояс',
  },
  statuses: {
    new: 'Новый',
    invited: 'Приглашён',
    active: 'Активен',
    blocked: 'Заблокирован',
    external: 'Внешний',
  },
  sections: { contact: 'Контакты', positions: 'Должности', groups: 'Группы и роли' },
  kinds: { user: 'сотрудник', group: 'группа', position: 'должность', department: 'отдел' },
  kindsOf: { position: 'Должности', department: 'Отделы' },
  noGroups: 'Не состоит ни в одной группе.',
  direct: 'напрямую',
  through: (steps) =>
    steps
      .map(({ kind, name }, at) => {
        const before = steps[at - 1]
        const words = before ? `${WORDS[before.kind].which} входит в` : 'через'
        return `${words} ${WORDS[kind].what} «${name}»`
      })
      .join(', '),
  groups: {
    search: 'Поиск групп и ролей',
    none: 'Групп с таким названием нет.',
    create: 'Новая группа',
    name: 'Название',
    description: 'Описание',
    kind: 'Вид',
    group: 'Группа',
    role: 'Роль',
    place: 'Относится к',
    company: 'Вся компания',
    isRole: 'Это роль',
    isRoleHint: 'Группа говорит, кто эти люди, а роль — что они делают.',
    isDefault: 'Каждый новый сотрудник становится участником',
    direct: 'Участники',
    add: 'Добавить участников',
    addTo: (name) => `Добавить в «${name}»`,
    remove: (name) => `Убрать: ${name}`,
    empty: 'Пока нет участников.',
    everybody: 'Все, кто входит',
    nobody: 'Никто не входит.',
    isDirect: 'напрямую',
    parents: 'Сама входит в',
    removeTitle: (name) => `Удалить «${name}»?`,
    removeHint: 'Права, выданные этой группе, исчезнут вместе с ней.',
  },
  chart: {
    label: 'Оргструктура',
    none: 'Оргструктуры пока нет.',
    noneHint: 'Отделы и должности приходят вместе с решением.',
    find: 'Найти сотрудника',
    foldAll: 'Свернуть всё',
    unfoldAll: 'Развернуть всё',
    vacant: 'вакансия',
    people: (n) => plural('ru', n, { one: '# человек', few: '# человека', other: '# человек' }),
    more: (n) => `ещё ${n}`,
  },
  substitutions: {
    create: 'Новое замещение',
    add: 'Добавить',
    absent: 'Кто отсутствует',
    substitute: 'Кто замещает',
    isReplacedBy: 'замещает',
    first: 'Первый день',
    last: 'Последний день',
    note: 'Примечание',
    hint: 'Замещающий видит и выполняет задачи отсутствующего. Без дат замещение действует с этой минуты, пока его не завершат.',
    period: (first, last) => (last ? `${first} – ${last}` : `с ${first}`),
    states: { now: 'Сейчас', planned: 'Впереди', over: 'Завершено' },
    end: 'Завершить',
    past: 'Показать и завершённые',
    none: 'Никто никого не замещает.',
    noneCurrent: 'Никто — ни сейчас, ни в ближайшее время.',
  },
}
