import type { Texts } from '../index.ts'
import { plural } from '../plural.ts'

export const channels: Texts['channels'] = {
  title: 'Каналы',
  empty: 'Каналов пока нет.',
  emptyHint: 'Канал — место для разговора на одну тему, для всех или для нескольких человек.',
  choose: 'Выберите канал',
  chooseHint: 'Рядом с названием видно, сколько в нём нового.',
  create: 'Новый канал',
  unread: (n) =>
    plural('ru', n, {
      one: '# новое сообщение',
      few: '# новых сообщения',
      other: '# новых сообщений',
    }),
  onlyFiles: 'файлы',
  noMessages: 'Здесь ещё никто не писал.',
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
    description: 'О чём он',
    private: 'Закрытый: только для участников',
    members: 'Участники',
    membersHint: 'Люди, группы, отделы и должности.',
    save: 'Сохранить',
  },
  members: {
    title: 'Участники',
    open: (n) => plural('ru', n, { one: '# участник', few: '# участника', other: '# участников' }),
    everybody: 'Читать и писать здесь могут все.',
    onlyThese: 'Читать и писать здесь могут только они.',
    bySolution: 'Канал описан в решении и меняется там.',
    add: 'Добавить участников',
    addAction: 'Добавить',
    remove: (name) => `Убрать: ${name}`,
    none: 'Поимённо никого не добавляли.',
    kinds: { user: 'Сотрудник', group: 'Группа', position: 'Должность', department: 'Отдел' },
  },
}
