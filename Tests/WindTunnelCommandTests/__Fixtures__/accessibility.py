"""Prints what a screen reader finds on a page, in its order, and what the Tab key comes to.

    accessibility.py BROWSER FILE

Speaks the DevTools protocol with a Chromium that it starts.
"""

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import urllib.request

import websockets

SILENT = {"RootWebArea", "StaticText", "InlineTextBox", "generic", "none", "paragraph", "main", "group"}
FOCUSED = "(e => e.tagName.toLowerCase() + ' ' + (e.getAttribute('aria-label') || e.innerText.trim()))(document.activeElement)"


class Page:
    def __init__(self, socket):
        self.socket = socket
        self.number = 0

    async def call(self, method, **parameters):
        self.number += 1
        await self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            message = json.loads(await self.socket.recv())
            if message.get("id") == self.number:
                return message.get("result", {})

    async def event(self, method):
        while json.loads(await self.socket.recv()).get("method") != method:
            pass

    async def press_tab(self):
        for kind in ("keyDown", "keyUp"):
            await self.call("Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab", windowsVirtualKeyCode=9)
        result = await self.call("Runtime.evaluate", expression=FOCUSED)
        return result["result"]["value"].replace("\n", " ")


def spoken(nodes):
    by_id = {node["nodeId"]: node for node in nodes}

    def walk(node):
        role = node.get("role", {}).get("value", "")
        if not node.get("ignored") and role not in SILENT:
            yield f"{role} {node.get('name', {}).get('value', '')}".strip()
        for child in node.get("childIds", []):
            if child in by_id:
                yield from walk(by_id[child])

    return walk(nodes[0])


async def show(address, file):
    with urllib.request.urlopen(f"http://{address.split('/')[2]}/json") as answer:
        target = next(one for one in json.load(answer) if one["type"] == "page")
    async with websockets.connect(target["webSocketDebuggerUrl"], max_size=None) as socket:
        page = Page(socket)
        await page.call("Page.enable")
        await page.call("Page.navigate", url="file://" + file)
        await page.event("Page.loadEventFired")
        for line in spoken((await page.call("Accessibility.getFullAXTree"))["nodes"]):
            print(line)
        print("--")
        while not (place := await page.press_tab()).startswith("body"):
            print(place)


def main(browser, file):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        options = ["--no-sandbox", "--remote-debugging-port=0", f"--user-data-dir={folder}", "about:blank"]
        # A group of its own, which ends as a whole.
        child = subprocess.Popen([browser] + options, stderr=subprocess.PIPE, text=True, start_new_session=True)
        try:
            mark = "DevTools listening on "
            line = next(line for line in child.stderr if mark in line)
            asyncio.run(show(line.split(mark)[1].strip(), file))
        finally:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()


main(*sys.argv[1:])
