"""Clients that people use, and a bot's library."""

import asyncio

import pydle
import pytest
from clients import Irssi, WeeChat


@pytest.fixture
def closing():
    made = []
    yield lambda client: made.append(client) or client
    for client in made:
        client.close()


def test_irssi(nodes, engines, closing):
    node = nodes("Reception", engines=[engines()])
    anna = node.device().enters("Reception", "Anna", "es")
    irssi = closing(Irssi(node.irc_port, "rosa", "ca"))
    irssi.enters("/join #reception")
    anna.until("joined", lambda event: event["member"]["name"] == "rosa", 30)
    anna.says("hola")
    irssi.shows("[es→ca] ca:hola", 30)
    irssi.enters("bon dia a tothom")
    assert anna.sees("bon dia a tothom", 30)["from"] == "rosa"
    irssi.enters("/query sabir")
    irssi.shows("[sabir]", 30)
    irssi.enters("help")
    irssi.shows("/msg sabir original 2", 30)
    irssi.enters("/whois Anna")
    irssi.enters("/window goto 1")
    irssi.shows("reads and writes es", 30)
    irssi.enters("/quit")
    anna.until("left", lambda event: event["member"]["name"] == "rosa", 30)


def test_weechat(nodes, engines, closing):
    node = nodes("Reception", engines=[engines()])
    anna = node.device().enters("Reception", "Anna", "es")
    weechat = closing(WeeChat(node.irc_port, "rosa", "ca"))
    weechat.shows("/msg sabir help")
    weechat.enters("/join #Reception")
    anna.until("joined", lambda event: event["member"]["name"] == "rosa", 30)
    anna.says("hola")
    weechat.shows("[es→ca] ca:hola")
    weechat.enters("bon dia a tothom", "sabir.#Reception")
    assert anna.sees("bon dia a tothom", 30)["from"] == "rosa"


class Parrot(pydle.Client):
    """Says again what others say."""

    async def on_connect(self):
        await super().on_connect()
        await self.join("#Reception")

    async def on_message(self, target, source, message):
        await super().on_message(target, source, message)
        if source != self.nickname:
            await self.message(target, "loro: " + message)


def test_a_bot(nodes, engines):
    node = nodes("Reception", engines=[engines()])
    anna = node.device().enters("Reception", "Anna", "es")

    async def talk():
        bot = Parrot("loro", realname="loro")
        await bot.connect("127.0.0.1", node.irc_port, password="lang=ca", tls=False)
        await asyncio.to_thread(anna.until, "joined", lambda event: event["member"]["name"] == "loro", 30)
        anna.says("hola")
        # As it was first shown to the bot: where the engine took its time, not translated yet.
        heard = ("loro: [es→ca] ca:hola", "loro: [es …] hola")
        said = await asyncio.to_thread(anna.until, "line", lambda line: line["text"] in heard, 30)
        assert said["from"] == "loro" and said["lang"] == "ca"
        await bot.disconnect()

    asyncio.run(asyncio.wait_for(talk(), 90))
