/** Why a step of a process stopped, and why a webhook was not delivered. */
export const incidents: Record<string, string> = {
  'the script failed at line {l}, column {c}: {why:say}':
    'ошибка скрипта в строке {l}, столбец {c}: {why}',
  'the script failed at line {l}: {why:say}': 'ошибка скрипта в строке {l}: {why}',
  'the script failed: {why:say}': 'ошибка скрипта: {why}',
  'it computed for more than {n} ms': 'вычисление длилось больше {n} мс',
  'it computed for more than {n} seconds': 'вычисление длилось больше {n} с',
  'it needs more than the {n} MB of memory allowed': 'нужно больше памяти, чем разрешено ({n} МБ)',
  'the process loops without ever waiting': 'процесс ходит по кругу и нигде не ждёт',
  'the other tokens that it waits for can never arrive':
    'остальные ветви, которых он ждёт, сюда уже не дойдут',
  'no condition holds and there is no default flow':
    'ни одно условие не выполнено, а пути по умолчанию нет',
  'there is no transaction to cancel': 'нет транзакции, которую можно отменить',
  'there is nobody to ask': 'спросить некого',
  'nobody is there to approve: {who} leads to no user who can sign in':
    'согласовать некому: {who} не приводит ни к одному сотруднику, который может войти',
  'nobody is there to approve: {who} lead to no user who can sign in':
    'согласовать некому: {who} не приводят ни к одному сотруднику, который может войти',
  'nobody is there to do it: "{who}" leads to no user who can sign in':
    'выполнить некому: «{who}» не приводит ни к одному сотруднику, который может войти',
  'the time "{text}" is not set': 'время «{text}» не задано',
  'the timer is never due': 'таймер никогда не сработает',
  '"{text}" is {value}, which is not a time': '«{text}» — это {value}, а не время',
  '"{text}" is neither a date nor a duration': '«{text}» — не дата и не длительность',
  '"{text}" from {now} on is after the year 9999': '«{text}» от {now} — это позже 9999 года',
  '"{text}" is {value}, expected true or false': '«{text}» — это {value}, а нужно да или нет',
  '"{text}" cannot be evaluated: {why}': '«{text}» не вычисляется: {why}',
  'the result is {value}, expected values by name':
    'результат — {value}, а нужны значения по именам',
  'loops can have {n} runs at once, not more':
    'одновременных повторов в циклах может быть {n}, не больше',
  'a loop runs over a list or a number up to {n}, not {value}':
    'цикл идёт по списку или до числа не больше {n}, а не по {value}',
  '"{exit}" is no exit of the task': '«{exit}» — не выход этой задачи',
  '"{path}" does not refer to an item': '«{path}» не указывает на элемент',
  'the instance is gone': 'экземпляра больше нет',
  'the mail has no receiver': 'у письма нет получателя',
  '"{f}" is no variable of files and cannot be attached':
    '«{f}» — не переменная с файлами, приложить её нельзя',
  '{n} of the files to attach are gone': 'файлов для вложения больше нет: {n}',
  'the attachments have {n} bytes, at most {most} (20 MiB) are sent':
    'вложения занимают {n} байт, отправить можно не больше {most} (20 МиБ)',
  'mail is not set up: set KONTOR_SMTP_URL': 'почта не настроена: задайте KONTOR_SMTP_URL',
  'it answered {status} with another address ({address}), redirects are not followed: {text}':
    'ответ {status} с другим адресом ({address}), перенаправления не выполняются: {text}',
  'it answered {status}: {text}': 'ответ {status}: {text}',
  'the endpoint answered {status}': 'ответ {status}',
  'no answer within {n} s': 'нет ответа за {n} с',
  'the connection was refused ({detail})': 'соединение отклонено ({detail})',
  'the connection was refused': 'соединение отклонено',
  'there is no host of this name ({detail})': 'узла с таким именем нет ({detail})',
  'there is no host of this name': 'узла с таким именем нет',
  'the receiver closed the connection without an answer ({detail})':
    'получатель закрыл соединение без ответа ({detail})',
  'the receiver closed the connection without an answer': 'получатель закрыл соединение без ответа',
  'the receiver did not answer with HTTP ({detail})': 'получатель ответил не по HTTP ({detail})',
  'the receiver did not answer with HTTP': 'получатель ответил не по HTTP',
  'the receiver does not speak HTTPS ({detail})': 'получатель не понимает HTTPS ({detail})',
  'the receiver does not speak HTTPS': 'получатель не понимает HTTPS',
  'its secret was lost with the key: make a new one, give it to the receiver, then resume':
    'секрет потерян вместе с ключом: создайте новый, передайте его получателю и возобновите отправку',
  'by hand': 'вручную',
}
