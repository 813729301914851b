// Made by Scripts/snippets from the steps of the tutorials. Do not edit.
// swift-format-ignore-file

import Foundation
import HTTPArchive
import TestSupport
import Testing
import WindTunnelTesting
import WindTunnelXCTest
import XCTest

