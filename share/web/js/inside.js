/** What a room needs, in one. */
export { offerInstalling } from "./installing.js";
export { RoomView } from "./room.js";
export { Session } from "./session.js";
export { wakeSound } from "./sound.js";
export { Stillness } from "./stillness.js";
