import type { records as en } from '../en/records.ts'

/** What only the pages of records say; it is loaded with them. */
export const records: typeof en = {
  empty: 'Ещё ничего не заполнено.',
  related: {
    title: 'Связанные',
    add: (element) => `Добавить: ${element}`,
    added: (element) => `Добавлено: ${element}`,
  },
  inline: {
    edit: (name) => `Изменить: ${name}`,
    readOnly: 'Это поле нельзя изменить.',
    again: 'Запись тем временем изменили. Сохраните ещё раз.',
  },
  documents: {
    make: 'Создать документ',
    template: 'Шаблон',
    keep: 'Сохранить в',
    inFeed: 'Сообщение в ленте',
    made: (name) => `Документ создан: ${name}`,
    print: 'Печать',
  },
  asks: {
    approval: (names) => `запрашивает согласование: ${names}`,
    inform: (names) => `просит ознакомиться: ${names}`,
  },
}
