import { plural } from '../plural.ts'
import type { Texts } from '../texts.ts'

export const channels: Texts['channels'] = {
  title: 'Каналы',
  empty: 'Каналов пока нет.',
  emptyHint: 'Канал — обсуждение одной темы, открытое для всех или только для участников.',
  choose: 'Выберите канал',
  chooseHint: 'Рядом с названием показано число непрочитанных сообщений.',
  create: 'Новый канал',
  unread: (n) =>
    plural('ru', n, {
      one: '# новое сообщение',
      few: '# новых сообщения',
      other: '# новых сообщений',
    }),
  onlyFiles: 'файлы',
  noMessages: 'Сообщений пока нет.',
  beFirst: 'Начните разговор.',
  isPrivate: 'Закрытый канал',
  newFrom: 'Новое',
  messages: 'Сообщения',
  loadingOlder: 'Загружаются прежние сообщения',
  write: (name) => `Написать в «${name}», @ — упомянуть человека`,
  back: 'Все каналы',
  today: 'Сегодня',
  yesterday: 'Вчера',
  settings: 'Изменить канал',
  form: {
    name: 'Название',
    description: 'Описание',
    private: 'Закрытый: только для участников',
    members: 'Участники',
    membersHint: 'Люди, группы, отделы и должности.',
    save: 'Сохранить',
  },
  members: {
    title: 'Участники',
    open: (n) => plural('ru', n, { one: '# участник', few: '# участника', other: '# участников' }),
    everybody: 'Читать и писать здесь могут все.',
    onlyThese: 'Читать и писать здесь могут только участники.',
    bySolution: 'Канал описан в решении и меняется там.',
    add: 'Добавить участников',
    addAction: 'Добавить',
    remove: (name) => `Убрать: ${name}`,
    none: 'Участников нет.',
    kinds: { user: 'Сотрудник', group: 'Группа', position: 'Должность', department: 'Отдел' },
  },
}
