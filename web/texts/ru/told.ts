/**
 * What the server and the engine say of plans and of checks, by their English words. A gap has a name
 * and, after a colon, a kind: `say` is told in Russian again, `noun`, `what` and `path` by the words
 * below, `items` and `values` are numbers. The first that fits counts.
 */
export const told: Record<string, string> = {
  // What happens to data.
  'table created': 'создаётся таблица',
  'its table is still there, with {n:items}': 'таблица сохранилась, элементов в ней: {n}',
  'its table is kept with {n:items}, hidden':
    'таблица сохранится, но не будет видна; элементов: {n}',
  'the app still has {n:items}': 'в приложении ещё есть элементы: {n}',
  'column for "{f}" added': 'добавляется столбец для поля «{f}»',
  'column of "{f}" comes back with {n:values}': 'столбец поля «{f}» возвращается, значений: {n}',
  'column of "{f}" renamed to "{to}", with {n:values}':
    'столбец поля «{f}» переименован в «{to}», значений: {n}',
  'column of "{f}" is kept with {n:values}, hidden':
    'столбец поля «{f}» сохранится, но не будет виден; значений: {n}',
  'column of "{f}" made anew': 'столбец поля «{f}» создаётся заново',
  '{n:values} of "{f}" deleted for good: no roll back brings them back':
    'значения поля «{f}» удаляются навсегда: {n}; откат к прежней версии их не вернёт',
  '"{f}" is renamed to "{to}" and changed at once: publish one after the other':
    '«{f}» одновременно переименовано в «{to}» и изменено: опубликуйте сначала одно, потом другое',
  '"{f}" still has {n:values}': 'у поля «{f}» ещё есть значения: {n}',
  '"{f}" has no value in {n:items}, which will need one when they are next changed':
    'поле «{f}» не заполнено, элементов: {n}; при следующем изменении его придётся заполнить',
  'unique index on "{f}" built afterwards, beside running writes':
    'индекс уникальности по «{f}» строится потом, не мешая записи',
  'index on "{f}" built afterwards, beside running writes':
    'индекс по «{f}» строится потом, не мешая записи',
  'unique index on "{f}" built': 'строится индекс уникальности по «{f}»',
  'index on "{f}" built': 'строится индекс по «{f}»',
  'index on "{f}" dropped': 'индекс по «{f}» удаляется',
  'the removed status {codes} still has {n:items}: move them first':
    'в удаляемом статусе {codes} ещё есть элементы ({n}): сначала переведите их',
  'the status "{s}" is given to {n:items}': 'статус «{s}» получат элементы: {n}',
  '"{f}": {from} cannot become {to}, and it has {n:values}':
    '«{f}»: тип {from} нельзя превратить в {to}, а значений уже {n}',
  'options of "{f}" get their new codes, in {n:values}':
    'варианты поля «{f}» получают новые коды, значений: {n}',
  '"{f}" becomes {type} with {n:values}': '«{f}» получает тип {type}, значений: {n}',
  '"{f}": its new settings do not fit {n:values}':
    '«{f}»: новым настройкам не подходят значения: {n}',
  '"{f}": {type} does not fit {n:values}': '«{f}»: типу {type} не подходят значения: {n}',
  '"{f}" cannot be unique: {n:items} have duplicate values':
    '«{f}» не может быть уникальным: элементов с повторяющимися значениями — {n}',
  'it belongs to the solution "{s}"': 'принадлежит решению «{s}»',
  '{kind:noun} {path} of the solution "{s}" refers to it':
    'на это ссылается {kind} {path} из решения «{s}»',
  'version {n} published': 'публикуется версия {n}',
  // What happens to people and to the nomenclature.
  'create {kind:noun} {name}': 'создать: {kind} {name}',
  'delete {kind:noun} {name}': 'удалить: {kind} {name}',
  'bring back {kind:noun} {name}: {what:columns}': 'вернуть: {kind} {name}; изменить: {what}',
  'bring back {kind:noun} {name}': 'вернуть: {kind} {name}',
  'change {kind:noun} {name}: {what:columns}': 'изменить: {kind} {name} — {what}',
  'take {who} out of group {name}': 'убрать {who} из группы {name}',
  'add {who} to group {name}': 'добавить {who} в группу {name}',
  'put {who} on position {name}': 'назначить {who} на должность {name}',
  'take {who} off position {name}': 'снять {who} с должности {name}',
  'give back "{right}" on {kind:noun} {object} to {who}':
    'вернуть право «{right}»: {kind} {object}, кому: {who}',
  'the key "{key}" is reserved': 'ключ «{key}» занят системой',
  // What is different.
  '{what:path} added ({type})': '{what}: добавлено ({type})',
  '{what:path} added': '{what}: добавлено',
  '{what:path} removed ({type})': '{what}: убрано ({type})',
  '{what:path} removed': '{what}: убрано',
  '{what:path} renamed to "{to}"': '{what}: новое название «{to}»',
  'order of {what:path} changed': 'другой порядок: {what}',
  'order changed': 'другой порядок',
  '{what} file changed': 'файл {what} изменён',
  // Files of a solution.
  'and more from here on': 'и далее ещё ошибки',
  'the solution has no solution.yaml': 'в решении нет файла solution.yaml',
  'the file is not UTF-8 text': 'файл не является текстом в UTF-8',
  'the file "{f}" is missing': 'нет файла «{f}»',
  'no file is expected at this path': 'по этому пути файлов не бывает',
  '"{f}" is not a valid code: letters, digits and "_", at most 50, not starting with a digit':
    '«{f}» не годится как код: буквы, цифры и «_», не больше 50, первая не цифра',
  'the code "{c}" is reserved': 'код «{c}» занят системой',
  'only built-in apps are extended: change the app itself':
    'расширяются только встроенные приложения: измените само приложение',
  'the solution "{s}" adds a field "{f}" to this app already':
    'решение «{s}» уже добавляет поле «{f}» в это приложение',
  'codes starting with "_" are reserved for the system: "{c}"':
    'коды, которые начинаются с «_», заняты системой: «{c}»',
  'codes starting with "ext_" are reserved for modules':
    'коды, которые начинаются с «ext_», — для модулей',
  'codes starting with "__" are reserved': 'коды, которые начинаются с «__», заняты системой',
  'a code can have at most {n} characters': 'в коде не больше {n} знаков',
  'a code starts with a letter or "_", then letters, digits and "_"':
    'код начинается с буквы или «_», дальше буквы, цифры и «_»',
  'the database has a column of this name in every table':
    'столбец с таким именем есть в каждой таблице базы данных',
  'the workspace "{w}" has no workspace.yaml': 'у раздела «{w}» нет файла workspace.yaml',
  'the app "{a}" is missing': 'нет приложения «{a}»',
  'a file that only administrators see has a problem':
    'ошибка в файле, который видят только администраторы',
  'the code of a solution cannot be changed: it is "{s}"': 'код решения не меняется: это «{s}»',
  'unknown key "{k}"': 'неизвестный ключ «{k}»',
  '"{k}" is missing': 'не указано: «{k}»',
  // Apps, reports and pages.
  'there is no view "{v}"': 'нет представления «{v}»',
  'a board needs statuses, or "groupBy" with a choice':
    'доске нужны статусы или «groupBy» с полем выбора',
  '"{f}" has no colours': 'у поля «{f}» нет цветов',
  '"{f}" does not put rows together': 'по полю «{f}» строки не группируются',
  '"{f}" makes no rows of a board': 'поле «{f}» не даёт строк доски',
  '"{f}" is no picture': '«{f}» — не картинка',
  '"{f}" makes no columns of a board': 'поле «{f}» не даёт столбцов доски',
  '"{f}" may have several values': 'в поле «{f}» бывает несколько значений',
  'the default app "{a}" is not among "apps"': 'приложения по умолчанию «{a}» нет среди «apps»',
  'a report needs at least one column': 'отчёту нужен хотя бы один столбец',
  'a report has either "sql" or "query"': 'у отчёта либо «sql», либо «query»',
  'the process has no variable of type SYS_COLLECTION':
    'у процесса нет переменной типа SYS_COLLECTION',
  'unknown column "{c}"': 'неизвестный столбец «{c}»',
  'unknown field "{f}"': 'неизвестное поле «{f}»',
  'unknown status group "{g}"': 'неизвестная группа статусов «{g}»',
  'unknown status "{s}"': 'неизвестный статус «{s}»',
  'a field of type {type} cannot be unique': 'поле типа {type} не бывает уникальным',
  'a field of type {type} cannot be indexed': 'по полю типа {type} не строится индекс',
  'a choice needs at least one option': 'полю выбора нужен хотя бы один вариант',
  '"{f}" is a field again: publish the renaming first, then remove it here':
    '«{f}» снова стало полем: сначала опубликуйте переименование, потом уберите его здесь',
  'the default does not fit {type}: {why:say}':
    'значение по умолчанию не подходит типу {type}: {why}',
  'the status id {n} is used twice': 'номер статуса {n} встречается дважды',
  'the status "{s}" is there twice': 'статус «{s}» встречается дважды',
  'the code "{c}" is there twice': 'код «{c}» встречается дважды',
  'the files of "{f}" are open to whoever reads the item, so give "read" on it to group:all_users':
    'файлы поля «{f}» открыты всем, кто читает элемент, поэтому дайте group:all_users право «read»',
  'rights on fields are the same for all items, so they are not for {who}':
    'права на поля одинаковы для всех элементов, поэтому {who} здесь не бывает',
  '"{f}" is hidden from some, who would hear of it here: give "read" on it to group:all_users':
    '«{f}» видно не всем, а здесь о нём узнали бы все: дайте group:all_users право «read»',
  'at most {n} fields': 'полей не больше {n}',
  'expected either "{a}" or "{b}"': 'нужно либо «{a}», либо «{b}»',
  '"{f}" is in the form twice': '«{f}» в форме дважды',
  '"{f}" is unique: strangers could find out which values there are':
    '«{f}» — уникальное поле: посторонние могли бы узнать, какие значения уже есть',
  'the name is built by "nameTemplate": lock the fields it is made of':
    'название собирается по «nameTemplate»: закройте поля, из которых оно состоит',
  'no transition leads to the status "{s}"': 'ни один переход не ведёт в статус «{s}»',
  'no transition of {app} allows a process to set the status "{s}"':
    'ни один переход в {app} не позволяет процессу поставить статус «{s}»',
  '"{f}" is {type}, but {app} "{g}" is {other}':
    '«{f}» имеет тип {type}, а «{g}» в {app} — {other}',
  'the app {app} has no field "{f}"': 'в приложении {app} нет поля «{f}»',
  'the app has no field "{f}"': 'в приложении нет поля «{f}»',
  '"{f}" is neither in "groupBy" nor in "values"': '«{f}» нет ни в «groupBy», ни в «values»',
  '"{f}" needs "as": the code of a column': 'для «{f}» нужен «as»: код столбца',
  '"{f}" needs a "field"': 'для «{f}» нужно поле («field»)',
  'the {of} of {type} is no {other}': '{of} для {type} — это не {other}',
  'there is no group of statuses "{g}"': 'нет группы статусов «{g}»',
  'the report has no column "{c}"': 'в отчёте нет столбца «{c}»',
  'the report has no parameter "{p}"': 'в отчёте нет параметра «{p}»',
  'widgets of type "{w}" are not drawn': 'виджеты типа «{w}» не показываются',
  'expected one of "start", "create" and "link"': 'нужно одно из: «start», «create», «link»',
  'expected at least {n} hours a week': 'нужно хотя бы {n} ч в неделю',
  'hours follow one another, and end after they begin':
    'часы идут по порядку, и конец позже начала',
  'nobody ever works': 'никто никогда не работает',
  'this is not an iCalendar file': 'это не файл iCalendar',
  'an event needs a DTSTART that is a day, such as 20261225':
    'событию нужен DTSTART с датой, например 20261225',
  'an event lasts more than {n} days': 'событие длится больше {n} дн.',
  '"{r}" is not understood: only FREQ=YEARLY on the same day is':
    '«{r}» не поддерживается: только FREQ=YEARLY в тот же день',
  'a login has no spaces': 'в логине нет пробелов',
  '"{f}" is {type}, which people without an account cannot fill in':
    '«{f}» имеет тип {type}: без учётной записи его не заполнить',
  '"{f}" is {type}, which cannot be shown to senders':
    '«{f}» имеет тип {type}: отправителям его не показать',
  'it has no variable that links to the app':
    'в нём нет переменной, которая ссылается на приложение',
  // Documents and their numbers.
  'the numbers of "{p}" cannot be made here: {why:say}':
    'номера дела «{p}» здесь составить нельзя: {why}',
  'a folder has its own counter anyway': 'у дела и так свой счётчик',
  '"{p}" has its numbers from "{q}": name that one': '«{p}» берёт номера из «{q}»: укажите его',
  'a variable is not closed: expected "{v}"': 'переменная не закрыта: нужно «{v}»',
  '"{v}" is not a variable: expected the code of a field': '«{v}» — не переменная: нужен код поля',
  'a date has no "{d}": expected {all}': 'у даты нет «{d}»: бывает {all}',
  'without {v} every number would be the same': 'без {v} все номера были бы одинаковыми',
  // People.
  '"{g}" is a group of the system itself': '«{g}» — группа самой системы',
  'the group "{g}" was made by hand': 'группа «{g}» создана вручную',
  'the {kind:noun} "{g}" belongs to the solution "{s}"': '{kind} «{g}» принадлежит решению «{s}»',
  '"{g}" belongs to the solution "{s}"': '«{g}» принадлежит решению «{s}»',
  '"{who}" is nobody in particular and cannot be in a group':
    '«{who}» — никто в отдельности и не может входить в группу',
  'a group cannot contain itself: {a} contains {b}':
    'группа не может содержать себя: {a} содержит {b}',
  'the login "{u}" belongs to a deleted user': 'логин «{u}» принадлежит удалённому сотруднику',
  'app {app} of the solution "{s}" registers in "{p}"':
    'приложение {app} решения «{s}» регистрирует в «{p}»',
  'rights of {kind:noun} {name}: there is no {who}': 'права ({kind} {name}): нет {who}',
  // Diagrams.
  'the diagram is larger than {n} MiB': 'схема больше {n} МиБ',
  'the diagram has no executable process': 'на схеме нет исполняемого процесса',
  'this is not BPMN 2.0 XML: {why:say}': 'это не BPMN 2.0 XML: {why}',
  'a closing tag has no tag that it closes': 'закрывающему тегу нечего закрывать',
  'a tag, or the file as a whole, does not end': 'тег или весь файл обрывается',
  'it does not begin with <definitions> of BPMN': 'в начале нет <definitions> из BPMN',
  'the clock "{c}" is about the element "{e}", which is not in the diagram':
    'срок «{c}» задан для элемента «{e}», которого нет на схеме',
  'the clock "{c}" stands still at the status "{s}", which no app of its variables has':
    'срок «{c}» приостанавливается в статусе «{s}», которого нет ни в одном приложении из переменных процесса',
  'unknown variable "{v}"': 'неизвестная переменная «{v}»',
  '"{v}" is {type} and has no "{m}"': '«{v}» имеет тип {type}, и «{m}» у него нет',
  'there is no function "{f}" with {n} arguments':
    'нет функции «{f}» с таким числом аргументов: {n}',
  '"{v}" is {type}, a condition is true or false':
    '«{v}» имеет тип {type}, а условие либо верно, либо нет',
  '"{v}" is {type} and cannot be compared with a {what:what}':
    '«{v}» имеет тип {type}, с таким значением его не сравнить: {what}',
  'its flows come from different branches of one choice: it can never complete':
    'потоки приходят из разных ветвей одного выбора: он никогда не завершится',
  'the setting "{s}" is missing': 'не указана настройка «{s}»',
  'a script task needs a script': 'сценарию нужен текст',
  'an assignment needs mappings or a decision': 'присваиванию нужны соответствия или решение',
  'unknown setting "{s}", expected one of {all}': 'неизвестная настройка «{s}», есть: {all}',
  'unknown setting "{s}"': 'неизвестная настройка «{s}»',
  'the setting "{s}" is one of {all}': 'настройка «{s}» — одно из: {all}',
  'the decision cannot be read: {why:say}': 'решение не читается: {why}',
  'a decision is a list of rules, each with "then" and optionally "when"':
    'решение — список правил, в каждом «then» и, если нужно, «when»',
  'only activities can have loops': 'повторяться могут только действия',
  'the number of runs comes from the performers, not from the loop':
    'число повторов задают исполнители, а не повторение',
  'the maximum of a loop must be a whole number above 0':
    'наибольшее число повторов — целое, больше 0',
  'a loop needs a condition or a maximum': 'повторению нужно условие или наибольшее число',
  'a loop needs a list or a number of runs': 'повторению нужен список или число повторов',
  'a loop cannot run "{n}" times': 'повторить «{n}» раз нельзя',
  'a quantity must be a whole number from 1 to {n}': 'количество — целое число от 1 до {n}',
  'a call needs the process to call': 'вызову нужен процесс',
  'only a business rule task has a decision, not {what}':
    'решение бывает только у бизнес-правила, не у «{what}»',
  'a mapping needs a source and a target': 'соответствию нужны источник и приёмник',
  '"{v}" is no name of a variable': '«{v}» не годится как имя переменной',
  '"{v}" cannot be attached: expected a variable of type FILE or IMAGE':
    '«{v}» нельзя вложить: нужна переменная типа FILE или IMAGE',
  'nothing in the process can begin': 'процессу не с чего начаться',
  'nothing in the sub-process can begin': 'подпроцессу не с чего начаться',
  'the process already has a plain start event: this one begins only by its id':
    'у процесса уже есть простое начало: это сработает только по идентификатору',
  'a start event cannot have incoming flows': 'в начальное событие потоки не входят',
  'an end event cannot have outgoing flows': 'из конечного события потоки не выходят',
  'a boundary event cannot have incoming flows': 'в граничное событие потоки не входят',
  'an event sub-process cannot have incoming or outgoing flows':
    'в событийный подпроцесс потоки не входят и не выходят из него',
  'an activity for compensation cannot have incoming or outgoing flows: an association leads to it':
    'в действие для компенсации потоки не входят и не выходят из него: к нему ведёт ассоциация',
  'only activities can have boundary events': 'граничные события бывают только у действий',
  'the start event of an event sub-process needs a trigger':
    'началу событийного подпроцесса нужно событие',
  'the sub-process begins at all of its start events':
    'подпроцесс начнётся сразу со всех своих начальных событий',
  'the trigger of a start event inside a sub-process is ignored':
    'событие у начала внутри подпроцесса не учитывается',
  'no link event "{l}" goes on from here': 'нет события-ссылки «{l}», чтобы продолжить отсюда',
  'a throwing link event cannot have outgoing flows':
    'из события-ссылки, которое уводит, потоки не выходят',
  'two link events go on from "{l}"': 'от «{l}» продолжают два события-ссылки',
  'no link event leads to "{l}"': 'к «{l}» не ведёт ни одно событие-ссылка',
  'each flow out of an event gateway must lead to an event of its own':
    'каждый поток из развилки по событиям должен вести к своему событию',
  'an event gateway needs at least two events': 'развилке по событиям нужно хотя бы два события',
  'an event gateway without events never goes on':
    'развилка по событиям, после которой нет событий, никогда не пропустит дальше',
  'only one of its message flows is followed: a message has one receiver':
    'сработает только один из его потоков сообщений: у сообщения один получатель',
  'sub-processes are nested more than {n} levels deep':
    'подпроцессы вложены друг в друга больше чем на {n} уровней',
  'an event after an event gateway should have no other incoming flow':
    'в событие после развилки не должно быть других входящих потоков',
  'conditions on the flows out of this gateway are never evaluated':
    'условия на потоках из этой развилки не проверяются',
  'more than one flow out of it has no condition': 'без условия выходит больше одного потока',
  'the gateway has no default flow: no way out when no condition holds':
    'у развилки нет потока по умолчанию: если ни одно условие не выполнено, выхода нет',
  'it has no default flow: no way out when no condition holds':
    'нет потока по умолчанию: если ни одно условие не выполнено, выхода нет',
  'a flow with the condition "false" is never taken':
    'поток с условием «false» никогда не сработает',
  'a second flow with the condition "{c}" is never taken':
    'второй поток с условием «{c}» никогда не сработает',
  'the condition of the default flow is never evaluated':
    'условие потока по умолчанию не проверяется',
  'its flows have no names: nobody chooses, all that may be taken are taken':
    'у потоков нет названий: никто не выбирает, сработают все возможные',
  'two exits of a task have the same name': 'у двух выходов задачи одно название',
  '"{f}" is no flow out of this task': '«{f}» — не выход этой задачи',
  'the flow does not connect two elements': 'поток не соединяет два элемента',
  'a flow cannot cross the boundary of a sub-process':
    'поток не может пересекать границу подпроцесса',
  'this element cannot be reached': 'до этого элемента не дойти',
  'no condition starts a process by itself: this event begins only by its id':
    'условие само процесс не запускает: это событие сработает только по идентификатору',
  'an event needs a trigger: without one it never happens':
    'событию нужна причина: без неё оно не наступит',
  'an event needs a trigger: without one it does not wait':
    'событию нужна причина: без неё оно не ждёт',
  'an event needs a trigger': 'событию нужна причина',
  'only a transaction can be cancelled': 'отменить можно только транзакцию',
  '{what:what} does not support {kind:what} triggers': '{what}: так не бывает ({kind})',
  'a condition event needs a condition': 'событию по условию нужно условие',
  'a status event needs a target': 'событию по статусу нужен элемент',
  'a message needs a name: it is called "{n}"': 'сообщению нужно имя: пока оно называется «{n}»',
  'a thrown error needs a code: only events that catch all errors catch it':
    'ошибке нужен код: без него её поймают только события, которые ловят все ошибки',
  'no association leads to an activity for compensation: nothing undoes this':
    'нет связи с действием для отмены: это ничем не отменяется',
  'a timer needs a date, a duration or a cycle': 'таймеру нужна дата, длительность или повторение',
  'a {kind:what} needs a name': 'нужно имя ({kind})',
  '"{v}" repeats, but an event that waits happens once: use a duration':
    '«{v}» повторяется, а событие ждёт один раз: укажите длительность',
  '"{v}" is no duration like P2D or PT4H': '«{v}» — не длительность вроде P2D или PT4H',
  '"{v}" is no cycle like R3/PT1H or 0 9 * * 1-5':
    '«{v}» — не повторение вроде R3/PT1H или 0 9 * * 1-5',
  '"{v}" is no date': '«{v}» — не дата',
  '"{v}" is no time': '«{v}» — не время',
  '"{v}" repeats zero times: it would never happen':
    '«{v}» повторяется ноль раз: такого события не будет',
  '"{v}" repeats too often: "R/" without a number repeats for ever':
    '«{v}» повторяется слишком много раз: «R/» без числа повторяется бесконечно',
  '"{v}" is more than ten years of working time': '«{v}» — больше десяти лет рабочего времени',
  '"{v}" is longer than a thousand years': '«{v}» — больше тысячи лет',
  '"{v}" is no duration: "backoff" lists some, such as "PT10S, PT5M"':
    '«{v}» — не длительность: в «backoff» они перечислены, например «PT10S, PT5M»',
  '"retries" is a whole number from 0 to {n}': '«retries» — целое число от 0 до {n}',
  'kontor:confirm is one of {all}': 'kontor:confirm — одно из: {all}',
  'kontor:buttonClass is one of {all}': 'kontor:buttonClass — одно из: {all}',
  'kontor:confirmText is asked only with kontor:confirm':
    'вопрос kontor:confirmText задаётся только вместе с kontor:confirm',
  'an agent cannot use the operation "{o}"': 'агенту недоступна операция «{o}»',
  'operations need the setting "user": they have the rights of that user':
    'операциям нужна настройка «user»: у них права этого пользователя',
  '"{t}" is no name for a tool, expected up to 64 letters, digits, _ and -':
    '«{t}» не годится как имя инструмента: до 64 букв, цифр, «_» и «-»',
  'two tools are called "{t}"': 'два инструмента называются «{t}»',
  '"{a}" in "approval" is none of its activities and operations':
    '«{a}» из «approval» нет ни среди действий, ни среди операций',
  'kontor:performer has to say who approves': 'в kontor:performer нужно указать, кто согласует',
  '"{s}" is a whole number from 1': '«{s}» — целое число от 1',
  '"{s}" is a duration such as PT5M': '«{s}» — длительность, например PT5M',
  '"{s}" is ignored: {why:say}': '«{s}» не учитывается: {why}',
  '"{s}" is ignored': '«{s}» не учитывается',
  'use kontor:performer to say who does the task': 'исполнителя задаёт kontor:performer',
  'use kontor:mappings to pass values in and out': 'значения передаёт kontor:mappings',
  'use kontor:form to describe the form': 'форму описывает kontor:form',
  'use kontor:due to say when the task is due': 'срок задаёт kontor:due',
  'use kontor:step to say what the step does': 'действие задаёт kontor:step',
  'use kontor:topic to let programs do the step': 'программам шаг отдаёт kontor:topic',
  'use the settings "retries" and "backoff" to say how often it is tried':
    'повторы задают настройки «retries» и «backoff»',
  'listeners are not supported': 'слушатели не поддерживаются',
  'steps have no priority': 'у шагов нет приоритета',
  'the process is left out: nothing calls it, and it is no pool of a collaboration':
    'процесс пропущен: его никто не вызывает, и это не пул взаимодействия',
  'conditions are written in CEL, not {l}': 'условия пишутся на CEL, а не на {l}',
  'scripts are written in JavaScript': 'сценарии пишутся на JavaScript',
  'unknown step "{s}", expected one of {all}': 'неизвестное действие «{s}», есть: {all}',
  'only service, send, business rule and script tasks have a topic':
    'тема бывает только у сервисных задач, отправки, бизнес-правил и сценариев',
  'a task has a step or a topic, not both': 'у задачи либо действие, либо тема',
  '"{t}" is no topic, expected letters, digits and . _ : / - up to 100 characters':
    '«{t}» не годится как тема: до 100 букв, цифр и знаков . _ : / -',
  '{what} is not supported': 'не поддерживается: {what}',
  // What many checks say.
  'there is no such key': 'такого ключа нет',
  'there is no {of} of {type:type}': '{of} для типа {type} не считается',
  'there is no {kind:noun} "{n}"': 'не найдено: {kind} «{n}»',
  'there is no {who}': 'не найдено: {who}',
  'unknown {kind:noun} "{n}"': 'неизвестно ({kind}): «{n}»',
  'this value does not fit': 'значение не подходит',
  'expected {what:what}, received {got:what}': 'нужно: {what}; указано: {got}',
  'expected {what:what}': 'нужно: {what}',
  '"{text}" cannot be read: {why:say}': '«{text}» не читается: {why}',
  '"{p}" is not a pattern, in "{text}"': '«{p}» — не шаблон, в «{text}»',
  'a loop over a list cannot be nested in another one':
    'перебор списка нельзя вложить в другой перебор',
  'an expression can have at most {n} characters': 'в выражении может быть не больше {n} знаков',
  '{m:say} in "{text}"': '{m} в «{text}»',
  '{label}: {m:say}': '{label}: {m}',
}

/** What things are called: kinds of definitions, parts of definitions, settings of people. */
export const nouns: Record<string, string> = {
  app: 'приложение',
  process: 'процесс',
  report: 'отчёт',
  page: 'страница',
  widget: 'виджет',
  contract: 'контракт',
  workspace: 'раздел',
  decision: 'таблица решений',
  document: 'шаблон документа',
  module: 'модуль',
  function: 'функция',
  calendar: 'календарь',
  channel: 'канал',
  nomenclature: 'номенклатура',
  'org-chart': 'структура',
  users: 'сотрудники',
  user: 'сотрудник',
  group: 'группа',
  position: 'должность',
  department: 'отдел',
  office: 'картотека',
  category: 'раздел номенклатуры',
  folder: 'дело',
  field: 'поле',
  fields: 'поля',
  column: 'столбец',
  variable: 'переменная',
  parameter: 'параметр',
  input: 'вход',
  output: 'выход',
  view: 'представление',
  views: 'представления',
  status: 'статус',
  type: 'тип',
  // The columns of people and folders that a plan changes.
  email: 'почта',
  'last name': 'фамилия',
  'first name': 'имя',
  'middle name': 'отчество',
  'mobile phone': 'мобильный телефон',
  'work phone': 'рабочий телефон',
  'birth date': 'день рождения',
  'hire date': 'дата приёма',
  timezone: 'часовой пояс',
  login: 'логин',
  solution: 'решение',
  name: 'название',
  parent: 'место в структуре',
  'is head': 'руководитель',
  sort: 'порядок',
  description: 'описание',
  'is role': 'роль',
  'is default': 'для новых сотрудников',
  docflow: 'документооборот',
  directory: 'раздел номенклатуры',
  'template enabled': 'номер по шаблону',
  template: 'шаблон номера',
  'min length': 'наименьшая длина номера',
  'reserve enabled': 'резерв номеров',
  'edit after registration': 'правка после регистрации',
  'through serial': 'общий счётчик',
  'use released': 'повторная выдача номеров',
  statuses: 'статусы',
  transitions: 'переходы',
  locks: 'закрытые поля',
  forms: 'формы',
  create: 'создание',
  edit: 'изменение',
  sections: 'разделы формы',
  tabs: 'вкладки',
  list: 'список',
  filter: 'отбор',
  registration: 'регистрация',
  fieldRights: 'права на поля',
  defaultView: 'первое представление',
  settings: 'настройки',
  query: 'запрос',
  texts: 'переводы',
  order: 'порядок',
  colour: 'цвет',
  bpmn: 'схема',
}

/** What a value should be, and what it is. */
export const whats: Record<string, string> = {
  text: 'текст',
  number: 'число',
  'a number': 'число',
  'an integer': 'целое число',
  'true or false': 'true или false',
  'yes or no': 'да или нет',
  'a list': 'список',
  'an object': 'объект',
  'a date': 'дата',
  'a value': 'значение',
  'another value': 'другое значение',
  nothing: 'ничего',
  'an email address': 'адрес почты',
  'a URL': 'адрес (URL)',
  'an id (UUID)': 'идентификатор (UUID)',
  'text of another form': 'текст другого вида',
  'text in base64': 'текст в base64',
  'a start event': 'начальное событие',
  'the start of an event sub-process': 'начало событийного подпроцесса',
  'the start of a sub-process': 'начало подпроцесса',
  'a boundary event': 'граничное событие',
  'a catching event': 'ожидающее событие',
  'a throwing event': 'событие-отправитель',
  'an end event': 'конечное событие',
  message: 'сообщение',
  signal: 'сигнал',
  timer: 'таймер',
  error: 'ошибка',
  escalation: 'эскалация',
  condition: 'условие',
  compensation: 'отмена сделанного',
  cancel: 'отмена',
  terminate: 'завершение',
  link: 'ссылка',
  status: 'статус',
  'workspace/app, such as crm/deals': 'раздел/приложение, например crm/deals',
}

/** Beginnings of the same. */
export const whatBegins: [english: string, russian: string][] = [
  ['one of ', 'одно из: '],
  ['at least ', 'не меньше '],
  ['at most ', 'не больше '],
  ['more than ', 'больше '],
  ['less than ', 'меньше '],
  ['exactly ', 'ровно '],
  ['a multiple of ', 'кратное '],
  ['a date with time such as ', 'дата со временем, например '],
  ['a date such as ', 'дата, например '],
  ['a time such as ', 'время, например '],
  ['a time zone such as ', 'часовой пояс, например '],
  ['a duration such as ', 'длительность, например '],
  ['a phone number such as ', 'телефон, например '],
  ['a version such as ', 'версия, например '],
  ['hours such as ', 'часы, например '],
  ['text that starts with ', 'текст, который начинается с '],
  ['text that ends with ', 'текст, который кончается на '],
  ['text with ', 'текст, в котором есть '],
]

/** What is suggested behind a comma. */
export const hints: [english: RegExp, russian: string][] = [
  [/^did you mean "(.*)"\?$/s, 'возможно, «$1»?'],
  [/^there is only (".*")$/s, 'есть только $1'],
  [/^expected one of (".*")$/s, 'есть: $1'],
]
